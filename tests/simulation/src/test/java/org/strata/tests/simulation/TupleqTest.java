package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.pml.tupleq.TupleqConfig;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What can go wrong when adapters match, each case by its name, and where numbers wrap. */
@Timeout(120)
@ParameterizedClass
@MethodSource("org.strata.tests.simulation.TupleqSettings#firstNumbers")
class TupleqTest {
    private final long firstNumber;

    TupleqTest(long firstNumber) {
        this.firstNumber = firstNumber;
    }

    private TupleqConfig lanes(int lanes) {
        return TupleqSettings.lanes(lanes).first(firstNumber).config();
    }

    private TupleqConfig withCopies() {
        return TupleqSettings.DEFAULTS.first(firstNumber).config();
    }

    private static void receiveInReverse(TupleqJob job, int from, int to, int messages) {
        List<PmlRequest> sends = new ArrayList<>();
        for (int tag = 0; tag < messages; tag++) {
            sends.add(job.send(from, to, tag, 100, tag));
        }
        job.settle();
        for (int tag = messages - 1; tag >= 0; tag--) {
            long at = job.memory(100, -1);
            assertThat(job.finish("tag " + tag, job.receive(to, from, tag, at, 100))).isZero();
            assertThat(TupleqJob.byteAt(at, 99)).isEqualTo(tag);
        }
        sends.forEach(send -> job.finish("send", send));
    }

    /** As a tuple does after more messages than an int counts. */
    @Test
    void aTupleGoesOnAndOn() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(1), false)) {
            long at = job.memory(8, 0);
            for (int i = 0; i < 1200; i++) {
                PmlRequest send = job.send(0, 1, 1, 8, i);
                assertThat(job.finish("receive", job.receive(1, 0, 1, at, 8))).isZero();
                assertThat(TupleqJob.byteAt(at, 0)).isEqualTo((byte) i);
                job.finish("send", send);
            }
            assertThat(job.count("direct")).isEqualTo(1200);
        }
    }

    @Test
    void unexpectedMessagesOfManyTagsAreReceivedInReverseOrder() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(2), false)) {
            receiveInReverse(job, 0, 1, 100);
            assertThat(job.count("express")).isPositive();
            assertThat(job.count("parked")).isPositive();
            assertThat(job.count("fallbacks")).isZero();
        }
    }

    @Test
    void twoTagsAreReceivedInTheOtherOrderOverOneLane() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(1), false)) {
            receiveInReverse(job, 0, 1, 2);
            assertThat(job.count("express")).isEqualTo(1);
        }
    }

    /** That of tag 1 waits in the only lane; those of tag 2 come in three waves. */
    @Test
    void manyMessagesOfATupleLeaveByTheExpressLane() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(1), false)) {
            job.comm(1, 0);
            PmlRequest waiting = job.send(0, 1, 1, 100, 1);
            List<PmlRequest> sends = new ArrayList<>();
            long at = job.memory(100, -1);
            for (int wave = 0; wave < 3; wave++) {
                for (int i = 0; i < 3; i++) {
                    sends.add(job.send(0, 1, 2, 100, 3 * wave + i));
                }
                job.settle();
                assertThat(job.count("parked")).isGreaterThan(wave);
                for (int i = 0; i < 3; i++) {
                    assertThat(job.finish("receive", job.receive(1, 0, 2, at, 100))).isZero();
                    assertThat(TupleqJob.byteAt(at, 99)).isEqualTo(3 * wave + i);
                }
            }
            assertThat(job.count("express")).isEqualTo(9);
            sends.forEach(send -> job.finish("send", send));
            job.finish("the first receive", job.receive(1, 0, 1, at, 100));
            job.finish("its send", waiting);
        }
    }

    @Test
    void twoRanksSendEachOtherInTheWrongOrder() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(1), false)) {
            List<PmlRequest> requests = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                requests.add(job.send(rank, 1 - rank, 1, 100, 1));
                requests.add(job.send(rank, 1 - rank, 2, 100, 2));
            }
            job.settle();
            for (int tag = 2; tag > 0; tag--) {
                for (int rank = 0; rank < 2; rank++) {
                    long at = job.memory(100, 0);
                    job.finish("receive", job.receive(rank, 1 - rank, tag, at, 100));
                    assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(tag);
                }
            }
            requests.forEach(request -> job.finish("send", request));
        }
    }

    @Test
    void aReceiveIsPostedWhileParkedIsOnItsWay() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(1), false)) {
            job.comm(1, 0);
            PmlRequest first = job.send(0, 1, 1, 100, 1);
            PmlRequest second = job.send(0, 1, 2, 100, 2);
            while (job.count("parked") == 0) {
                job.job.progress();
            }
            long at = job.memory(100, 0);
            assertThat(job.finish("receive", job.receive(1, 0, 2, at, 100))).isZero();
            job.finish("second", second);
            assertThat(first.isDone()).isFalse();
            job.finish("its receive", job.receive(1, 0, 1, at, 100));
            job.finish("first", first);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, TupleqJob.LONGEST, TupleqJob.LONGEST + 1})
    void aMessageIsAsLongAsItsBuffer(int bytes) {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(4), false)) {
            long at = job.memory(bytes, 0);
            PmlRequest receive = job.receive(1, 0, 5, at, bytes);
            job.finish("send", job.send(0, 1, 5, bytes, 7));
            job.job.progressUntil("receive", receive::isDone);
            assertThat(receive.bytes).isEqualTo(bytes);
            assertThat(receive.tag).isEqualTo(5);
            assertThat(receive.source).isZero();
            assertThat(bytes == 0 ? 7 : TupleqJob.byteAt(at, bytes - 1)).isEqualTo(7);
            receive.release();
            assertThat(job.count("detours")).isEqualTo(bytes > TupleqJob.LONGEST ? 1 : 0);
        }
    }

    @Test
    void aMessageIsOneByteTooLongAndFiveAreBehindIt() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(2), false)) {
            List<PmlRequest> sends = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                sends.add(job.send(0, 1, 3, 1001 - Math.min(i, 1), i));
            }
            long at = job.memory(1000, 0);
            int rc = job.finish("the first", job.receive(1, 0, 3, at, 1000));
            assertThat(Rc.name(rc)).isEqualTo("TRUNCATED");
            for (int i = 1; i < 6; i++) {
                assertThat(job.finish("others", job.receive(1, 0, 3, at, 1000))).isZero();
                assertThat(TupleqJob.byteAt(at, 999)).isEqualTo(i);
            }
            sends.forEach(send -> assertThat(job.finish("send", send)).isZero());
            assertThat(job.count("truncated")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 5, 20, 60})
    void wildcardStandsBetweenSpecificReceives(int polls) {
        try (TupleqJob job = new TupleqJob(2, polls, lanes(2), false)) {
            long[] at = {job.memory(8, 0), job.memory(8, 0), job.memory(8, 0)};
            PmlRequest old = job.receive(1, 0, 1, at[0], 8);
            List<PmlRequest> sends = new ArrayList<>();
            sends.add(job.send(0, 1, 1, 8, 1));
            sends.add(job.send(0, 1, 2, 8, 2));
            sends.add(job.send(0, 1, 1, 8, 3));
            job.job.progressTimes(polls);
            PmlRequest wild = job.receive(1, Pml.ANY_SOURCE, Pml.ANY_TAG, at[1], 8);
            PmlRequest last = job.receive(1, 0, 1, at[2], 8);
            for (PmlRequest each : List.of(old, wild, last)) {
                assertThat(job.finish("receive", each)).isZero();
            }
            for (int i = 0; i < 3; i++) {
                assertThat(TupleqJob.byteAt(at[i], 0)).isEqualTo(i + 1);
            }
            sends.forEach(send -> job.finish("send", send));
        }
    }

    @Test
    void aWildcardMatchesOthersWhileAPeerComputes() {
        try (TupleqJob job = new TupleqJob(3, 1, lanes(2), false)) {
            long at = job.memory(8, 0);
            PmlRequest fromComputing = job.receive(0, 1, 1, at, 8);
            PmlRequest early = job.send(2, 0, 9, 8, 4);
            job.settle();
            PmlRequest wild = job.receive(0, Pml.ANY_SOURCE, 9, job.memory(8, 0), 8);
            for (int i = 0; i < 100_000 && !wild.isDone(); i++) {
                job.job.rank(0).progress();
                job.job.rank(2).progress();
            }
            assertThat(wild.isDone()).as("while rank 1 is outside MPI").isTrue();
            job.finish("wildcard", wild);
            job.finish("its send", early);
            job.finish("send", job.send(1, 0, 1, 8, 5));
            job.finish("receive", fromComputing);
            assertThat(TupleqJob.byteAt(at, 0)).isEqualTo(5);
        }
    }

    @Test
    void theMiddleOneOfThreePostedReceivesIsCancelled() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(2), false)) {
            long[] at = {job.memory(8, 0), job.memory(8, 0), job.memory(8, 0)};
            PmlRequest first = job.receive(1, 0, 1, at[0], 8);
            PmlRequest middle = job.receive(1, 0, 1, at[1], 8);
            PmlRequest last = job.receive(1, 0, 1, at[2], 8);
            job.settle();
            middle.cancel();
            job.job.progressUntil("the cancel", middle::isDone);
            assertThat(middle.cancelled).isTrue();
            middle.release();
            PmlRequest one = job.send(0, 1, 1, 8, 1);
            PmlRequest two = job.send(0, 1, 1, 8, 2);
            job.finish("first", first);
            job.finish("last", last);
            job.finish("send", one);
            job.finish("send", two);
            assertThat(TupleqJob.byteAt(at[0], 0)).isEqualTo(1);
            assertThat(TupleqJob.byteAt(at[1], 0)).isZero();
            assertThat(TupleqJob.byteAt(at[2], 0)).isEqualTo(2);
        }
    }

    @Test
    void aProbeSeesAMessageThatWaitsInTheSendersAdapter() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(2), false)) {
            PmlRequest send = job.send(0, 1, 1, 8, 1, SendMode.SYNCHRONOUS);
            job.settle();
            PmlStatus status = new PmlStatus();
            job.job.progressUntil(
                    "the probe",
                    () -> job.pmls.get(1).iprobe(0, Pml.ANY_TAG, job.comm(1, 0), status));
            assertThat(status.tag).isEqualTo(1);
            assertThat(status.bytes).isEqualTo(8);
            assertThat(send.isDone()).isFalse();
            job.finish("receive", job.receive(1, 0, 1, job.memory(8, 0), 8));
            job.finish("send", send);
        }
    }

    @Test
    void messagesLandWhileBothRanksAreOutsideMpi() {
        try (TupleqJob job = new TupleqJob(2, 1, withCopies(), false)) {
            long warm = job.memory(8, 0);
            job.finish("a receive", job.receive(1, 0, 1, warm, meet(job)));
            job.settle();
            long at = job.memory(50_000, 0);
            PmlRequest receive = job.receive(1, 0, 1, at, 50_000);
            PmlRequest send = job.send(0, 1, 1, 50_000, 6);
            job.net.run(1000);
            assertThat(TupleqJob.byteAt(at, 49_999)).isEqualTo(6);
            job.finish("receive", receive);
            job.finish("send", send);
            assertThat(job.count("direct")).isEqualTo(1);
            assertThat(job.count("fallbacks") + job.count("bounced")).isZero();
        }
    }

    private static int meet(TupleqJob job) {
        job.send(0, 1, 1, 8, 1).release();
        return 8;
    }

    /** Nothing that could release memory will happen: the rank sleeps while it waits. */
    @Test
    void aReceiveWithoutMemoryGoesBelowWhileTheRankSleeps() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(2), false)) {
            long at = job.memory(8, 0);
            job.queuesWire.refuse(1, new Random(1));
            PmlRequest receive = job.receive(1, 0, 1, at, 8);
            PmlRequest send = job.send(0, 1, 1, 8, 1);
            job.job.rank(1).waitUntil("the change", () -> job.count("fallbacks") > 0);
            job.queuesWire.refuse(0, new Random(1));
            job.finish("receive", receive);
            job.finish("send", send);
            assertThat(TupleqJob.byteAt(at, 7)).isEqualTo(1);
        }
    }

    /** Ends of sends get lost with the link; PLAIN says which messages have landed. */
    @Test
    void aBrokenLinkDuplicatesNothing() {
        try (TupleqJob job = new TupleqJob(2, 1, lanes(2), true)) {
            long[] at = new long[4];
            for (int i = 0; i < at.length; i++) {
                at[i] = job.memory(8, 0);
            }
            PmlRequest warm = job.receive(1, 0, 1, at[0], 8);
            job.finish("send", job.send(0, 1, 1, 8, 1));
            job.finish("receive", warm);
            PmlRequest second = job.receive(1, 0, 1, at[1], 8);
            PmlRequest third = job.receive(1, 0, 1, at[2], 8);
            PmlRequest landed = job.send(0, 1, 1, 8, 2);
            PmlRequest landedToo = job.send(0, 1, 1, 8, 3);
            PmlRequest waiting = job.send(0, 1, 1, 8, 4);
            job.net.run(1000);
            assertThat(TupleqJob.byteAt(at[1], 0)).as("landed").isEqualTo(2);
            assertThat(TupleqJob.byteAt(at[2], 0)).as("landed").isEqualTo(3);
            job.queuesWire.cut(0, 1);
            job.finish("the landed one", second);
            job.finish("the other one", third);
            job.finish("its send", landed);
            job.finish("its send", landedToo);
            job.finish("the next one", job.receive(1, 0, 1, at[3], 8));
            assertThat(TupleqJob.byteAt(at[3], 0)).isEqualTo(4);
            job.finish("its send", waiting);
        }
    }
}
