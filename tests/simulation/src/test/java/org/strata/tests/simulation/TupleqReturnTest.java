package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.pml.tupleq.TupleqConfig;

/** How a communicator and peer come back to their queues, and when they do not. */
@Timeout(120)
@ParameterizedClass
@MethodSource("org.strata.tests.simulation.TupleqSettings#firstNumbers")
class TupleqReturnTest {
    private final TupleqSettings settings;
    private final TupleqConfig config;

    TupleqReturnTest(long firstNumber) {
        settings = TupleqSettings.lanes(2).first(firstNumber);
        config = settings.config();
    }

    /** One message by the queue of tag 1, then one that a wildcard receives below. */
    private static void leaveQueues(TupleqJob job) {
        exchange(job, 1, 0);
        exchange(job, 1, Pml.ANY_SOURCE);
        assertThat(job.count("fallbacks")).isPositive();
    }

    private static void exchange(TupleqJob job, int tag, int source) {
        long at = job.memory(8, 0);
        PmlRequest receive = job.receive(1, source, tag, at, 8);
        job.finish("send", job.send(0, 1, tag, 8, tag));
        assertThat(job.finish("receive", receive)).isZero();
        assertThat(TupleqJob.byteAt(at, 7)).isEqualTo(tag);
    }

    @Test
    void aPairComesBackToItsQueues() {
        try (TupleqJob job = new TupleqJob(2, 1, config, false)) {
            leaveQueues(job);
            long direct = job.count("direct");
            job.settle();
            assertThat(job.count("returns")).isEqualTo(1);
            for (int tag = 1; tag < 5; tag++) {
                exchange(job, tag, 0);
            }
            assertThat(job.count("direct")).isEqualTo(direct + 4);
            assertThat(job.count("refused")).isZero();
        }
    }

    /** The blocking calls take a way of their own below. */
    @Test
    void aPairComesBackAfterBlockingReceives() {
        try (TupleqJob job = new TupleqJob(2, 1, config, false)) {
            leaveQueues(job);
            job.settle();
            PmlRequest wild = job.receive(1, Pml.ANY_SOURCE, 7, job.memory(8, 0), 8);
            job.finish("send", job.send(0, 1, 6, 8, 6));
            job.settle();
            assertThat(job.count("returns")).as("while a wildcard waits").isEqualTo(1);
            job.finish("send", job.send(0, 1, 7, 8, 7));
            job.finish("the wildcard", wild);
            job.settle();
            assertThat(job.count("returns")).as("with a message below").isEqualTo(1);
            PmlStatus status = new PmlStatus();
            long at = job.memory(8, 0);
            int rc = job.pmls.get(1).receive(TupleqJob.buf(at, 8), 0, 6, job.comm(1, 0), status);
            assertThat(rc).isZero();
            job.settle();
            assertThat(job.count("returns")).isEqualTo(2);
        }
    }

    /** The receive that waits for the answer must not match a later message of a queue. */
    @Test
    void tupleIsRefusedBecauseOfAMessageInFlight() {
        try (TupleqJob job = new TupleqJob(2, 1, config, true)) {
            leaveQueues(job);
            while (job.count("returns") == 0 && job.count("refused") == 0) {
                PmlRequest inFlight = sendBeforeTheQuestionIsRead(job);
                if (inFlight != null) {
                    checkOrder(job, inFlight);
                }
            }
            assertThat(job.count("refused")).isEqualTo(1);
        }
    }

    /** Polls rank 1 until it has asked; returns a message that rank 0 has sent before it knows. */
    private static PmlRequest sendBeforeTheQuestionIsRead(TupleqJob job) {
        for (int i = 0; i < 100; i++) {
            job.job.rank(1).progress();
        }
        return job.send(0, 1, 2, 8, 2, SendMode.SYNCHRONOUS);
    }

    private static void checkOrder(TupleqJob job, PmlRequest inFlight) {
        long at = job.memory(8, 0);
        long then = job.memory(8, 0);
        PmlRequest first = job.receive(1, 0, 2, at, 8);
        PmlRequest second = job.receive(1, 0, 2, then, 8);
        // The question is answered before the message has been polled.
        job.job.rank(0).progress();
        PmlRequest later = job.send(0, 1, 2, 8, 3, SendMode.SYNCHRONOUS);
        job.finish("first receive", first);
        job.finish("second receive", second);
        assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(2);
        assertThat(TupleqJob.byteAt(then, 0)).isEqualTo(3);
        job.finish("first send", inFlight);
        job.finish("second send", later);
    }

    /** The peer has sent below and computes: its answer does not matter. */
    @Test
    void aMessageBelowEndsTheQuestion() {
        try (TupleqJob job = new TupleqJob(2, 1, config, false)) {
            leaveQueues(job);
            PmlRequest send = sendBeforeTheQuestionIsRead(job);
            long at = job.memory(8, 0);
            PmlRequest receive = job.receive(1, 0, 2, at, 8);
            for (int i = 0; i < 1000 && !receive.isDone(); i++) {
                job.job.rank(1).progress();
            }
            assertThat(receive.isDone()).as("while rank 0 is outside MPI").isTrue();
            assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(2);
            job.finish("receive", receive);
            job.finish("send", send);
            job.settle();
            assertThat(job.count("refused")).isEqualTo(1);
            assertThat(job.count("returns")).isZero();
            exchange(job, 3, 0);
        }
    }

    /** The peer agrees, but too late: it changes to PLAIN once more. */
    @Test
    void aWildcardEndsTheQuestionBeforeThePeerAgrees() {
        try (TupleqJob job = new TupleqJob(2, 1, config, false)) {
            leaveQueues(job);
            for (int i = 0; i < 100; i++) {
                job.job.rank(1).progress();
            }
            long[] at = {job.memory(8, 0), job.memory(8, 0)};
            PmlRequest held = job.receive(1, 0, 4, at[0], 8);
            PmlRequest wild = job.receive(1, Pml.ANY_SOURCE, Pml.ANY_TAG, at[1], 8);
            job.job.rank(0).progress();
            PmlRequest one = job.send(0, 1, 5, 8, 5);
            PmlRequest two = job.send(0, 1, 4, 8, 4);
            job.finish("the held receive", held);
            job.finish("the wildcard", wild);
            assertThat(TupleqJob.byteAt(at[0], 0)).isEqualTo(4);
            assertThat(TupleqJob.byteAt(at[1], 0)).isEqualTo(5);
            job.finish("send", one);
            job.finish("send", two);
            job.settle();
            exchange(job, 6, 0);
        }
    }

    @Test
    void aHeldReceiveIsCancelled() {
        try (TupleqJob job = new TupleqJob(2, 1, config, false)) {
            leaveQueues(job);
            for (int i = 0; i < 100; i++) {
                job.job.rank(1).progress();
            }
            PmlRequest held = job.receive(1, 0, 4, job.memory(8, 0), 8);
            held.cancel();
            assertThat(held.isDone() && held.cancelled).isTrue();
            held.release();
            job.settle();
            exchange(job, 4, 0);
            assertThat(job.count("returns")).isEqualTo(1);
        }
    }

    @Test
    void aCommunicatorWithManyChangesStaysPlain() {
        TupleqConfig three = settings.with("wildcard-limit", 3).config();
        try (TupleqJob job = new TupleqJob(2, 1, three, false)) {
            for (int i = 0; i < 6; i++) {
                exchange(job, 1, 0);
                exchange(job, 1, Pml.ANY_SOURCE);
                job.settle();
            }
            assertThat(job.count("fallbacks")).isEqualTo(3);
            assertThat(job.count("returns")).isEqualTo(2);
        }
    }

    @Test
    void aWildcardIsAnErrorWhereThereAreNone() {
        TupleqConfig without = settings.with("assert-no-wildcards", true).config();
        try (TupleqJob job = new TupleqJob(2, 1, without, false)) {
            refuses(job, "pml_tupleq_assert_no_wildcards");
        }
        try (TupleqJob job = new TupleqJob(2, 1, config, false)) {
            job.comm(1, 0).assertNoWildcards(true);
            refuses(job, "mpi_assert_no_any_source");
        }
    }

    private static void refuses(TupleqJob job, String why) {
        exchange(job, 1, 0);
        PmlRequest wild = job.receive(1, Pml.ANY_SOURCE, 1, job.memory(8, 0), 8);
        assertThat(Rc.name(wild.error)).isEqualTo("BAD_ARGUMENT");
        assertThat(wild.failureText()).contains("MPI.ANY_SOURCE", why);
        wild.release();
        Pml pml = job.pmls.get(1);
        CommContext comm = job.comm(1, 0);
        int rc = pml.receive(TupleqJob.buf(job.memory(8, 0), 8), 0, Pml.ANY_TAG, comm, null);
        assertThat(Rc.name(rc)).as("a blocking receive").isEqualTo("BAD_ARGUMENT");
        assertThat(pml.explain(0, comm, rc)).contains("MPI.ANY_TAG", why);
        assertThat(job.count("fallbacks")).isZero();
    }
}
