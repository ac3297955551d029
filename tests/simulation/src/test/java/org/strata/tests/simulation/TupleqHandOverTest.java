package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.pml.tupleq.TupleqConfig;

import java.util.ArrayList;
import java.util.List;

/** Receives from any source that are posted to the queues of all sources, and what ends that. */
@Timeout(120)
@ParameterizedClass
@MethodSource("org.strata.tests.simulation.TupleqSettings#firstNumbers")
class TupleqHandOverTest {
    private static final int TAG = 1;

    private final TupleqSettings settings;
    private final TupleqConfig config;

    TupleqHandOverTest(long firstNumber) {
        settings = TupleqSettings.lanes(2).first(firstNumber).with("wildcard", "handover");
        config = settings.config();
    }

    private static PmlRequest wild(TupleqJob job, int at, long address, int bytes) {
        return job.receive(at, Pml.ANY_SOURCE, TAG, address, bytes);
    }

    private static void gets(TupleqJob job, PmlRequest receive, long at, int bytes, int fill) {
        job.job.progressUntil("a receive", receive::isDone);
        assertThat(Rc.name(receive.error)).isEqualTo("OK");
        assertThat(receive.bytes).isEqualTo(bytes);
        assertThat(receive.tag).isEqualTo(TAG);
        receive.release();
        assertThat(TupleqJob.byteAt(at, bytes - 1)).isEqualTo(fill);
    }

    /** Rank 0 has got a message of rank 1 from any source: a notice is at the queue of rank 2. */
    private static void leaveNotices(TupleqJob job) {
        long at = job.memory(100, 0);
        PmlRequest receive = wild(job, 0, at, 100);
        PmlRequest send = job.send(1, 0, TAG, 100, 9);
        gets(job, receive, at, 100, 9);
        job.finish("send", send);
        job.settle();
        assertThat(job.count("fallbacks")).isZero();
    }

    /** As leaveNotices, and then a message of rank 2 has landed that no receive wants. */
    private static void leaveMessage(TupleqJob job, int fill) {
        leaveNotices(job);
        job.finish("send", job.send(2, 0, TAG, 100, fill));
        job.settle();
        assertThat(job.count("kept")).isEqualTo(1);
    }

    @Test
    void aMasterReceivesFromWorkersWithOnePostPerMessage() {
        try (TupleqJob job = new TupleqJob(4, 1, config, false)) {
            long at = job.memory(8, 0);
            for (int round = 0; round < 20; round++) {
                List<PmlRequest> sends = new ArrayList<>();
                for (int worker = 1; worker < 4; worker++) {
                    sends.add(job.send(worker, 0, TAG, 8, worker));
                }
                int seen = 0;
                for (int worker = 1; worker < 4; worker++) {
                    PmlRequest receive = wild(job, 0, at, 8);
                    job.job.progressUntil("a message", receive::isDone);
                    assertThat(TupleqJob.byteAt(at, 7)).isEqualTo(receive.source);
                    seen += 1 << receive.source;
                    receive.release();
                }
                assertThat(seen).as("each worker once").isEqualTo(0b1110);
                sends.forEach(send -> job.finish("send", send));
            }
            assertThat(job.count("fallbacks")).isZero();
            assertThat(job.count("wildcards")).isEqualTo(60);
            assertThat(job.count("notices")).as("one each, and one per message").isEqualTo(63);
        }
    }

    @Test
    void messagesOfOneSourceComeInOrder() {
        try (TupleqJob job = new TupleqJob(2, 1, config, false)) {
            long[] at = new long[6];
            List<PmlRequest> receives = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                at[i] = job.memory(8, 0);
                int source = i % 3 == 1 ? 0 : Pml.ANY_SOURCE;
                receives.add(job.receive(1, source, TAG, at[i], 8));
            }
            List<PmlRequest> sends = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                sends.add(job.send(0, 1, TAG, 8, i));
            }
            for (int i = 0; i < 6; i++) {
                gets(job, receives.get(i), at[i], 8, i);
            }
            sends.forEach(send -> job.finish("send", send));
            assertThat(job.count("fallbacks")).isZero();
        }
    }

    /** The receive of rank 1 is the older one: its message is the first, whichever comes first. */
    @Test
    void aSpecificReceiveIsPostedBeforeTheWildcard() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            long[] at = {job.memory(8, 0), job.memory(8, 0)};
            PmlRequest specific = job.receive(0, 1, TAG, at[0], 8);
            PmlRequest wild = wild(job, 0, at[1], 8);
            PmlRequest one = job.send(1, 0, TAG, 8, 1);
            job.settle();
            assertThat(wild.isDone()).isFalse();
            PmlRequest two = job.send(1, 0, TAG, 8, 2);
            gets(job, specific, at[0], 8, 1);
            gets(job, wild, at[1], 8, 2);
            job.finish("send", one);
            job.finish("send", two);
            assertThat(job.count("direct")).isEqualTo(2);
            assertThat(job.count("fallbacks")).isZero();
        }
    }

    @Test
    void aSpecificReceiveIsPostedBehindTheWildcard() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            long[] at = {job.memory(8, 0), job.memory(8, 0)};
            PmlRequest wild = wild(job, 0, at[0], 8);
            PmlRequest specific = job.receive(0, 1, TAG, at[1], 8);
            PmlRequest one = job.send(1, 0, TAG, 8, 1);
            job.settle();
            assertThat(specific.isDone()).isFalse();
            PmlRequest two = job.send(1, 0, TAG, 8, 2);
            gets(job, wild, at[0], 8, 1);
            gets(job, specific, at[1], 8, 2);
            job.finish("send", one);
            job.finish("send", two);
            assertThat(job.count("fallbacks")).isZero();
        }
    }

    /** The message of rank 2 lands while rank 0 is outside MPI; its queue then posts directly. */
    @Test
    void aSpecificReceiveGetsTheMessageOfANotice() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveMessage(job, 5);
            long copied = job.count("copied_bytes");
            long at = job.memory(100, 0);
            PmlRequest receive = job.receive(0, 2, TAG, at, 100);
            assertThat(receive.isDone()).as("it is there").isTrue();
            gets(job, receive, at, 100, 5);
            assertThat(job.count("copied_bytes")).isEqualTo(copied + 100);
            PmlRequest next = job.receive(0, 2, TAG, at, 100);
            job.finish("send", job.send(2, 0, TAG, 100, 6));
            gets(job, next, at, 100, 6);
            assertThat(job.count("copied_bytes")).as("into the buffer").isEqualTo(copied + 100);
        }
    }

    @Test
    void aSynchronousSendWaitsForAReceive() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveNotices(job);
            PmlRequest send = job.send(2, 0, TAG, 100, 5, SendMode.SYNCHRONOUS);
            job.settle();
            assertThat(send.isDone()).as("no receive wants its message").isFalse();
            long at = job.memory(100, 0);
            gets(job, wild(job, 0, at, 100), at, 100, 5);
            job.finish("send", send);
            assertThat(job.count("fallbacks")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 101, 5000})
    void aMessageIsLongerThanItsNotice(int bytes) {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveNotices(job);
            PmlRequest send = job.send(2, 0, TAG, bytes, 5);
            job.settle();
            long at = job.memory(5000, 0);
            gets(job, job.receive(0, 2, TAG, at, 5000), at, bytes, 5);
            job.finish("send", send);
            assertThat(job.count("truncated")).isEqualTo(bytes > 100 ? 1 : 0);
            assertThat(job.count("fallbacks")).isZero();
        }
    }

    @Test
    void aMessageIsTooLongForItsReceive() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveMessage(job, 5);
            long at = job.memory(100, 0);
            PmlRequest receive = wild(job, 0, at, 60);
            job.job.progressUntil("the receive", receive::isDone);
            assertThat(Rc.name(receive.error)).isEqualTo("TRUNCATED");
            assertThat(receive.bytes).isEqualTo(60);
            assertThat(receive.messageBytes).isEqualTo(100);
            assertThat(TupleqJob.byteAt(at, 59)).isEqualTo(5);
            assertThat(TupleqJob.byteAt(at, 60)).isZero();
            receive.release();
        }
    }

    @Test
    void aWildcardIsCancelledAndItsNoticesStay() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            PmlRequest wild = wild(job, 0, job.memory(8, 0), 8);
            PmlRequest behind = job.receive(0, 1, TAG, job.memory(8, 0), 8);
            wild.cancel();
            behind.cancel();
            assertThat(wild.isDone() && wild.cancelled).isTrue();
            assertThat(behind.isDone() && behind.cancelled).isTrue();
            wild.release();
            behind.release();
            long at = job.memory(8, 0);
            PmlRequest receive = job.receive(0, 1, TAG, at, 8);
            job.finish("send", job.send(1, 0, TAG, 8, 4));
            gets(job, receive, at, 8, 4);
            assertThat(job.count("fallbacks")).isZero();
        }
    }

    /** The probe takes the pair to ob1, which sees an empty message in the place of the landed. */
    @Test
    void aProbeSeesTheMessageOfANotice() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveMessage(job, 5);
            PmlRequest send = job.send(2, 0, TAG, 50, 6);
            PmlStatus status = new PmlStatus();
            job.job.progressUntil(
                    "the probe",
                    () -> job.pmls.getFirst().iprobe(2, Pml.ANY_TAG, job.comm(0, 0), status));
            assertThat(status.bytes).isEqualTo(100);
            assertThat(job.count("stand_ins")).isEqualTo(1);
            long at = job.memory(100, 0);
            gets(job, job.receive(0, 2, TAG, at, 100), at, 100, 5);
            gets(job, job.receive(0, 2, TAG, at, 100), at, 50, 6);
            job.finish("send", send);
            job.settle();
            assertThat(job.count("returns")).as("the pair comes back").isPositive();
        }
    }

    @Test
    void aMatchedProbeTakesTheMessageOfANotice() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveMessage(job, 5);
            Pml pml = job.pmls.getFirst();
            PmlStatus status = new PmlStatus();
            PmlMessage[] found = new PmlMessage[1];
            job.job.progressUntil(
                    "the probe",
                    () -> {
                        found[0] = pml.improbe(2, TAG, job.comm(0, 0), status);
                        return found[0] != null;
                    });
            assertThat(status.bytes).isEqualTo(100);
            long at = job.memory(100, 0);
            gets(job, pml.imrecv(TupleqJob.buf(at, 100), found[0]), at, 100, 5);
        }
    }

    /** Of two messages of rank 2 the younger one has landed: any tag must get the older one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReceiveOfAnyTagGetsMessagesInTheOrderOfTheSends(boolean synchronous) {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveNotices(job);
            SendMode mode = synchronous ? SendMode.SYNCHRONOUS : SendMode.STANDARD;
            List<PmlRequest> sends = new ArrayList<>();
            sends.add(job.send(2, 0, TAG + 1, 100, 4));
            job.settle();
            sends.add(job.send(2, 0, TAG, 100, 5, mode));
            job.settle();
            sends.add(job.send(2, 0, TAG + 1, 100, 6));
            job.settle();
            assertThat(job.count("kept")).isEqualTo(1);
            for (int i = 0; i < 3; i++) {
                long at = job.memory(100, 0);
                int source = i == 1 ? Pml.ANY_SOURCE : 2;
                PmlRequest any = job.receive(0, source, Pml.ANY_TAG, at, 100);
                assertThat(job.finish("a receive", any)).isZero();
                assertThat(TupleqJob.byteAt(at, 99)).isEqualTo(4 + i);
            }
            sends.forEach(send -> job.finish("send", send));
        }
    }

    /** Both receives have their messages before this rank looks at either. */
    @Test
    void aMessageOfANoticeGoesToTheOlderOfTwoReceives() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveMessage(job, 5);
            PmlRequest send = job.send(2, 0, TAG, 0, 0);
            // No message has this tag: the receive changes the mode only.
            PmlRequest change = job.receive(0, 2, Pml.ANY_TAG, job.memory(100, 0), 100);
            long at = job.memory(100, 0);
            PmlRequest second = job.receive(0, 2, TAG, at, 100);
            assertThat(job.finish("the older one", change)).isZero();
            job.job.progressUntil("the younger one", second::isDone);
            assertThat(second.bytes).isZero();
            second.release();
            job.finish("send", send);
        }
    }

    @Test
    void aMessageToItselfMeetsTheWildcard() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveNotices(job);
            long[] at = {job.memory(8, 0), job.memory(8, 0)};
            PmlRequest first = wild(job, 0, at[0], 8);
            PmlRequest second = job.receive(0, 0, TAG, at[1], 8);
            PmlRequest one = job.send(0, 0, TAG, 8, 1);
            PmlRequest two = job.send(0, 0, TAG, 8, 2);
            gets(job, first, at[0], 8, 1);
            gets(job, second, at[1], 8, 2);
            job.finish("send", one);
            job.finish("send", two);
            PmlRequest later = wild(job, 0, at[0], 8);
            job.finish("send", job.send(1, 0, TAG, 8, 3));
            gets(job, later, at[0], 8, 3);
            assertThat(job.count("wildcards")).as("it has sent to itself").isEqualTo(2);
        }
    }

    /** A wildcard waits at two queues, and one of these pairs leaves them. */
    @Test
    void aPairThatLeavesTakesTheWildcardWithIt() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            long[] at = {job.memory(8, 0), job.memory(8, 0), job.memory(8, 0)};
            PmlRequest wild = wild(job, 0, at[0], 8);
            PmlRequest behind = job.receive(0, 2, TAG, at[1], 8);
            PmlRequest any = job.receive(0, 1, Pml.ANY_TAG, at[2], 8);
            PmlRequest one = job.send(2, 0, TAG, 8, 1);
            gets(job, wild, at[0], 8, 1);
            PmlRequest two = job.send(2, 0, TAG, 8, 2);
            gets(job, behind, at[1], 8, 2);
            PmlRequest three = job.send(1, 0, TAG, 8, 3);
            gets(job, any, at[2], 8, 3);
            List.of(one, two, three).forEach(send -> job.finish("send", send));
            assertThat(job.count("fallbacks")).isGreaterThanOrEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLinkBreaksWhileAWildcardWaits(boolean kept) {
        try (TupleqJob job = new TupleqJob(3, 1, config, true)) {
            List<PmlRequest> sends = new ArrayList<>();
            if (kept) {
                leaveMessage(job, 5);
            }
            long[] at = {job.memory(100, 0), job.memory(100, 0), job.memory(100, 0)};
            PmlRequest first = kept ? null : wild(job, 0, at[0], 100);
            PmlRequest other = job.receive(0, Pml.ANY_SOURCE, TAG + 1, at[1], 100);
            job.settle();
            job.queuesWire.cut(0, 2);
            sends.add(job.send(2, 0, TAG + 1, 100, 6));
            assertThat(job.finish("the other tag", other)).isZero();
            assertThat(TupleqJob.byteAt(at[1], 99)).isEqualTo(6);
            sends.add(job.send(2, 0, TAG, 100, 7));
            if (kept) {
                first = wild(job, 0, at[0], 100);
            }
            gets(job, first, at[0], 100, kept ? 5 : 7);
            if (kept) {
                gets(job, wild(job, 0, at[2], 100), at[2], 100, 7);
            }
            sends.forEach(send -> job.finish("send", send));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void thereIsNoRoom(int what) {
        TupleqSettings scarce =
                what == 0 ? settings.with("max-queues", 1) : settings.with("notice-pool", 300);
        try (TupleqJob job = new TupleqJob(3, 1, scarce.config(), false)) {
            long at = job.memory(8, 0);
            PmlRequest receive = wild(job, 0, at, 8);
            job.finish("send", job.send(1, 0, TAG, 8, 3));
            gets(job, receive, at, 8, 3);
            assertThat(job.count("wildcards")).isZero();
        }
    }

    /** The communicator is freed with notices at its queues, and with a message in one. */
    @Test
    void theCommunicatorIsFreed() {
        try (TupleqJob job = new TupleqJob(3, 1, config, false)) {
            leaveMessage(job, 5);
            for (int rank = 0; rank < 3; rank++) {
                job.pmls.get(rank).removeComm(job.comm(rank, 0));
            }
            job.settle();
            long at = job.memory(8, 0);
            PmlRequest receive =
                    job.pmls
                            .getFirst()
                            .ireceive(TupleqJob.buf(at, 8), Pml.ANY_SOURCE, TAG, job.comm(0, 1));
            PmlRequest send =
                    job.pmls
                            .get(2)
                            .isend(
                                    TupleqJob.buf(job.memory(8, 7), 8),
                                    0,
                                    TAG,
                                    SendMode.STANDARD,
                                    job.comm(2, 1));
            gets(job, receive, at, 8, 7);
            job.finish("send", send);
        }
    }
}
