package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.pml.tupleq.TupleqConfig;

import java.util.ArrayList;
import java.util.List;

/** Wildcards that are handed to the queue of the message that claims them. */
@Timeout(120)
class TupleqHandOverTest {
    private static final int BYTES = 5000;

    private static TupleqConfig handOver() {
        return TupleqSettings.lanes(1).with("wildcards", "handover").config();
    }

    private static TupleqJob job(int ranks) {
        return new TupleqJob(ranks, 1, handOver(), false);
    }

    private static PmlRequest any(TupleqJob job, int at, int tag, long address) {
        return job.receive(at, Pml.ANY_SOURCE, tag, address, BYTES);
    }

    private static void assertQueuesOnly(TupleqJob job) {
        assertThat(job.count("fallbacks")).isZero();
        assertThat(job.count("handed_over")).isZero();
    }

    /** The master of many workers: every wildcard gets a message, no pair leaves its queues. */
    @Test
    void aMasterServesItsWorkersOverQueues() {
        try (TupleqJob job = job(4)) {
            long at = job.memory(BYTES, -1);
            int[] next = new int[4];
            for (int round = 0; round < 30; round++) {
                List<PmlRequest> sends = new ArrayList<>();
                for (int worker = 1; worker < 4; worker++) {
                    sends.add(job.send(worker, 0, 7, BYTES, round));
                }
                for (int i = 0; i < 3; i++) {
                    PmlRequest receive = any(job, 0, 7, at);
                    job.job.progressUntil("a worker's message", receive::isDone);
                    assertThat(receive.error).isZero();
                    assertThat(receive.tag).isEqualTo(7);
                    assertThat(receive.bytes).isEqualTo(BYTES);
                    assertThat(next[receive.source]++).as("in order").isEqualTo(round);
                    assertThat(TupleqJob.byteAt(at, BYTES - 1)).isEqualTo(round);
                    receive.release();
                }
                sends.forEach(send -> job.finish("send", send));
            }
            assertThat(job.count("claimed")).isEqualTo(90);
            assertThat(job.count("direct")).isEqualTo(90);
            assertQueuesOnly(job);
        }
    }

    /** A wildcard that stands open holds up nothing that it cannot match, and costs it nothing. */
    @Test
    void otherTagsKeepTheirQueuesWhileAWildcardStands() {
        try (TupleqJob job = job(2)) {
            PmlRequest standing = any(job, 1, 9, job.memory(BYTES, -1));
            long at = job.memory(BYTES, -1);
            for (int i = 0; i < 20; i++) {
                PmlRequest send = job.send(0, 1, 1, BYTES, i);
                assertThat(job.finish("receive", job.receive(1, 0, 1, at, BYTES))).isZero();
                assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(i);
                job.finish("send", send);
            }
            assertThat(job.count("announced")).isZero();
            PmlRequest last = job.send(0, 1, 9, BYTES, 9);
            job.finish("the wildcard", standing);
            job.finish("its send", last);
            assertQueuesOnly(job);
        }
    }

    /** Messages that were sent before the first wildcard: in lanes, parked, without a number. */
    @Test
    void messagesUnderWayAreMatchedInTheOrderOfTheirSends() {
        try (TupleqJob job = job(2)) {
            job.comm(1, 0);
            List<PmlRequest> sends = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                sends.add(job.send(0, 1, i % 3, BYTES, i));
                if (i == 5) {
                    job.settle();
                }
            }
            long at = job.memory(BYTES, -1);
            for (int i = 0; i < 12; i++) {
                PmlRequest receive = any(job, 1, Pml.ANY_TAG, at);
                job.job.progressUntil("message " + i, receive::isDone);
                assertThat(receive.tag).isEqualTo(i % 3);
                assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(i);
                receive.release();
            }
            sends.forEach(send -> job.finish("send", send));
            assertQueuesOnly(job);
        }
    }

    /** A receive behind a wildcard of the same tag gets the second message, not the first. */
    @Test
    void aReceiveWaitsBehindTheWildcardBeforeIt() {
        try (TupleqJob job = job(2)) {
            long[] at = {job.memory(BYTES, -1), job.memory(BYTES, -1), job.memory(BYTES, -1)};
            List<PmlRequest> receives = new ArrayList<>();
            receives.add(job.receive(1, 0, 4, at[0], BYTES));
            receives.add(job.receive(1, 0, Pml.ANY_TAG, at[1], BYTES));
            receives.add(job.receive(1, 0, 4, at[2], BYTES));
            job.settle();
            for (int i = 0; i < 3; i++) {
                job.finish("send", job.send(0, 1, 4, BYTES, i));
                job.finish("receive", receives.get(i));
                assertThat(TupleqJob.byteAt(at[i], 0)).isEqualTo(i);
            }
            assertThat(job.count("claimed")).isEqualTo(1);
            assertQueuesOnly(job);
        }
    }

    /**
     * The message of a receive before the wildcard is not the wildcard's, though it is announced.
     */
    @Test
    void aMessageOfAnEarlierReceiveClaimsNothing() {
        try (TupleqJob job = job(2)) {
            long[] at = {job.memory(BYTES, -1), job.memory(BYTES, -1)};
            PmlRequest first = job.receive(1, 0, 4, at[0], BYTES);
            PmlRequest wild = job.receive(1, 0, Pml.ANY_TAG, at[1], BYTES);
            job.settle();
            List<PmlRequest> sends = new ArrayList<>();
            for (int tag = 4; tag < 6; tag++) {
                sends.add(job.send(0, 1, tag, BYTES, tag));
                job.settle();
            }
            job.finish("the receive", first);
            job.finish("the wildcard", wild);
            assertThat(TupleqJob.byteAt(at[0], 0)).isEqualTo(4);
            assertThat(TupleqJob.byteAt(at[1], 0)).isEqualTo(5);
            sends.forEach(send -> job.finish("send", send));
            assertQueuesOnly(job);
        }
    }

    /** A probe of messages that need no queue must not see what a wildcard before it is to get. */
    @Test
    void aProbeOfTheOwnRankLooksBehindTheWildcard() {
        try (TupleqJob job = job(2)) {
            long at = job.memory(BYTES, -1);
            PmlRequest wild = any(job, 1, 2, at);
            job.settle();
            PmlRequest send = job.send(1, 1, 2, BYTES, 6);
            for (int i = 0; i < 50; i++) {
                assertThat(job.pmls.get(1).iprobe(1, 2, job.comm(1, 0), null)).isFalse();
            }
            job.finish("the wildcard", wild);
            job.finish("send", send);
        }
    }

    /** A rank's messages to itself come by the PML below. */
    @Test
    void aWildcardGetsAMessageOfItsOwnRank() {
        try (TupleqJob job = job(2)) {
            long at = job.memory(BYTES, -1);
            PmlRequest wild = any(job, 1, Pml.ANY_TAG, at);
            PmlRequest behind = job.receive(1, 1, 3, job.memory(BYTES, -1), BYTES);
            job.settle();
            PmlRequest send = job.send(1, 1, 3, BYTES, 42);
            job.job.progressUntil("the wildcard", wild::isDone);
            assertThat(wild.source).isEqualTo(1);
            assertThat(wild.tag).isEqualTo(3);
            assertThat(TupleqJob.byteAt(at, 7)).isEqualTo(42);
            wild.release();
            assertThat(behind.isDone()).isFalse();
            PmlRequest second = job.send(1, 1, 3, BYTES, 43);
            job.finish("the receive behind it", behind);
            job.finish("send", send);
            job.finish("second send", second);
            assertQueuesOnly(job);
        }
    }

    /** Nothing of the adapters knows of it: no mode changes. */
    @Test
    void aWaitingWildcardIsCancelledAndFreesThoseBehindIt() {
        try (TupleqJob job = job(2)) {
            PmlRequest wild = any(job, 1, 4, job.memory(BYTES, -1));
            long at = job.memory(BYTES, -1);
            PmlRequest behind = job.receive(1, 0, 4, at, BYTES);
            wild.cancel();
            assertThat(wild.isDone()).isTrue();
            assertThat(wild.cancelled).isTrue();
            wild.release();
            PmlRequest send = job.send(0, 1, 4, BYTES, 5);
            job.finish("the receive behind it", behind);
            assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(5);
            job.finish("send", send);
            assertQueuesOnly(job);
        }
    }

    /** A probe asks the PML below, which must have the wildcard before it. */
    @Test
    void aProbeEndsTheHandOver() {
        try (TupleqJob job = job(2)) {
            long at = job.memory(BYTES, -1);
            PmlRequest before = job.send(0, 1, 1, 8, 0);
            job.finish("a receive by queue", job.receive(1, 0, 1, at, 8));
            job.finish("its send", before);
            PmlRequest wild = any(job, 1, Pml.ANY_TAG, at);
            PmlRequest first = job.send(0, 1, 2, BYTES, 1);
            PmlRequest second = job.send(0, 1, 3, BYTES, 2);
            PmlStatus status = new PmlStatus();
            Pml pml = job.pmls.get(1);
            job.job.progressUntil(
                    "the probe", () -> pml.iprobe(0, Pml.ANY_TAG, job.comm(1, 0), status));
            assertThat(status.tag).isEqualTo(3);
            job.finish("the wildcard", wild);
            assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(1);
            job.finish("the second", job.receive(1, Pml.ANY_SOURCE, 3, at, BYTES));
            assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(2);
            job.finish("send", first);
            job.finish("send", second);
            assertThat(job.count("fallbacks")).isPositive();
        }
    }

    /** More queues than there are: everything goes on below, in its order. */
    @Test
    void withoutQueuesTheHandOverEnds() {
        TupleqConfig scarce = TupleqSettings.scarce().with("wildcards", "handover").config();
        try (TupleqJob job = new TupleqJob(3, 1, scarce, false)) {
            job.comm(0, 0);
            List<PmlRequest> sends = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                sends.add(job.send(1 + i % 2, 0, i / 2, BYTES, i));
            }
            long at = job.memory(BYTES, -1);
            int[] next = {0, 0, 1};
            for (int i = 0; i < 12; i++) {
                PmlRequest receive = any(job, 0, Pml.ANY_TAG, at);
                job.job.progressUntil("message " + i, receive::isDone);
                assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(next[receive.source]);
                next[receive.source] += 2;
                receive.release();
            }
            sends.forEach(send -> job.finish("send", send));
        }
    }
}
