package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;

/**
 * Part of {@link PmlContract}: probe, cancel, persistent and released requests (MPI 3.1 §3.8,
 * §3.9).
 */
abstract class PmlRequestContract extends PmlDataContract {
    @ParameterizedTest
    @ValueSource(ints = {0, SMALL, 5000, LARGE})
    void probeShowsAMessageAndLeavesIt(int bytes) {
        Two two = new Two();
        assertThat(two.b.iprobe(Pml.ANY_SOURCE, Pml.ANY_TAG, new PmlStatus())).isFalse();
        PmlRequest send = two.isend(bytes, 6, 1);
        for (int i = 0; i < 3; i++) {
            PmlStatus status = two.awaitProbe(Pml.ANY_SOURCE, Pml.ANY_TAG);
            assertThat(status.source).isZero();
            assertThat(status.tag).isEqualTo(6);
            assertThat(status.bytes).isEqualTo(bytes);
            assertThat(status.error).isEqualTo(Rc.OK);
        }
        assertThat(two.b.iprobe(0, 7, null)).as("another tag").isFalse();
        Buffer buffer = new Buffer(bytes);
        two.succeed("receive", two.b.irecv(buffer.address, bytes, 0, 6));
        two.succeed("send", send);
        buffer.verify("data", bytes, 1);
        two.settle();
        assertThat(two.b.iprobe(Pml.ANY_SOURCE, Pml.ANY_TAG, null)).isFalse();
    }

    @Test
    void probeDoesNotSeeWhatAPostedReceiveTook() {
        Two two = new Two();
        PmlRequest receive = two.b.irecv(memory.allocate(8), 8, Pml.ANY_SOURCE, 6);
        PmlRequest send = two.isend(8, 6, 1);
        two.job.progressUntil("receive", receive::isDone);
        assertThat(two.b.iprobe(0, 6, null)).isFalse();
        two.succeed("receive", receive);
        two.succeed("send", send);
    }

    @Test
    void probedMessageIsTheOneReceivedNext() {
        Two two = new Two();
        PmlRequest one = two.isend(100, 1, 1);
        PmlRequest other = two.isend(200, 2, 2);
        PmlStatus status = two.awaitProbe(0, Pml.ANY_TAG);
        assertThat(status.tag).isEqualTo(1);
        two.awaitProbe(0, 2);
        PmlRequest receive = two.b.irecv(memory.allocate(200), 200, 0, Pml.ANY_TAG);
        assertThat(two.succeed("receive", receive).tag).isEqualTo(1);
        two.succeed("rest", two.b.irecv(memory.allocate(200), 200, 0, Pml.ANY_TAG));
        two.succeed("send", one);
        two.succeed("send", other);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, SMALL, 5000, LARGE})
    void matchedProbeTakesTheMessage(int bytes) {
        Two two = new Two();
        PmlRequest one = two.isend(bytes, 6, 1);
        PmlRequest other = two.isend(bytes, 6, 2);
        PmlStatus status = new PmlStatus();
        PmlMessage first = take(two, status);
        assertThat(status.bytes).isEqualTo(bytes);
        assertThat(status.tag).isEqualTo(6);
        PmlMessage second = take(two, status);
        assertThat(two.b.improbe(Pml.ANY_SOURCE, Pml.ANY_TAG, null)).isNull();
        assertThat(two.b.iprobe(Pml.ANY_SOURCE, Pml.ANY_TAG, null)).isFalse();
        Buffer ofSecond = new Buffer(bytes);
        Buffer ofFirst = new Buffer(bytes);
        status = two.succeed("second", two.b.imrecv(ofSecond.address, bytes, second));
        assertThat(status.bytes).isEqualTo(bytes);
        assertThat(status.source).isZero();
        assertThat(status.tag).isEqualTo(6);
        two.succeed("first", two.b.imrecv(ofFirst.address, bytes, first));
        ofFirst.verify("first", bytes, 1);
        ofSecond.verify("second", bytes, 2);
        two.succeed("send", one);
        two.succeed("send", other);
    }

    private PmlMessage take(Two two, PmlStatus status) {
        PmlMessage[] taken = new PmlMessage[1];
        two.job.progressUntil(
                "a message",
                () -> (taken[0] = two.b.improbe(Pml.ANY_SOURCE, Pml.ANY_TAG, status)) != null);
        return taken[0];
    }

    @Test
    void receivePostedAfterAMatchedProbeGetsTheNextMessage() {
        Two two = new Two();
        PmlRequest one = two.isend(10, 6, 1);
        PmlRequest other = two.isend(20, 6, 2);
        PmlMessage taken = take(two, new PmlStatus());
        PmlRequest receive = two.b.irecv(memory.allocate(20), 20, 0, 6);
        assertThat(two.succeed("receive", receive).bytes).isEqualTo(20);
        PmlStatus status = two.succeed("taken", two.b.imrecv(memory.allocate(20), 20, taken));
        assertThat(status.bytes).isEqualTo(10);
        two.succeed("send", one);
        two.succeed("send", other);
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void takenMessageCanBeTruncated(int bytes) {
        Two two = new Two();
        PmlRequest send = two.isend(bytes, 6, 1);
        PmlMessage taken = take(two, new PmlStatus());
        Buffer buffer = new Buffer(bytes - 5);
        PmlStatus status = two.finish("taken", two.b.imrecv(buffer.address, bytes - 5, taken));
        assertThat(status.error).isEqualTo(Rc.TRUNCATED);
        assertThat(status.bytes).isEqualTo(bytes - 5);
        buffer.verify("what fits", bytes - 5, 1);
        two.succeed("send", send);
    }

    @Test
    void unmatchedReceiveCanBeCancelled() {
        Two two = new Two();
        PmlRequest first = two.b.irecv(memory.allocate(8), 8, 0, 1);
        PmlRequest wild = two.b.irecv(memory.allocate(8), 8, Pml.ANY_SOURCE, Pml.ANY_TAG);
        PmlRequest last = two.b.irecv(memory.allocate(8), 8, 0, 1);
        two.b.call(() -> cancel(first));
        two.b.call(() -> cancel(wild));
        assertThat(two.finish("first", first).cancelled).isTrue();
        assertThat(two.finish("wild", wild).cancelled).isTrue();
        two.succeed("send", two.isend(8, 1, 1));
        PmlStatus status = two.succeed("last", last);
        assertThat(status.cancelled).isFalse();
        assertThat(status.bytes).isEqualTo(8);
    }

    private static Object cancel(PmlRequest request) {
        request.cancel();
        return null;
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void matchedReceiveCannotBeCancelled(int bytes) {
        Two two = new Two();
        PmlRequest send = two.isend(bytes, 1, 1);
        two.awaitProbe(0, 1);
        Buffer buffer = new Buffer(bytes);
        PmlRequest receive = two.b.irecv(buffer.address, bytes, 0, 1);
        two.b.call(() -> cancel(receive));
        PmlStatus status = two.succeed("receive", receive);
        assertThat(status.cancelled).isFalse();
        buffer.verify("data", bytes, 1);
        two.succeed("send", send);
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void cancellingASendDoesNotHarmIt(int bytes) {
        Two two = new Two();
        long data = memory.pattern(bytes, 1);
        PmlRequest send = two.a.isend(data, bytes, 1, 1, SendMode.SYNCHRONOUS, two.a.world());
        two.a.call(() -> cancel(send));
        Buffer buffer = new Buffer(bytes);
        PmlRequest receive = two.b.irecv(buffer.address, bytes, 0, 1);
        two.succeed("receive", receive);
        assertThat(two.succeed("send", send).cancelled).isFalse();
        buffer.verify("data", bytes, 1);
    }

    /** What a persistent request does: the same buffers, one operation after another. */
    @ParameterizedTest
    @EnumSource(SendMode.class)
    void buffersAreUsedAgainAndAgain(SendMode mode) {
        Two two = new Two();
        two.a.pml().attachBuffer(4L * LARGE);
        for (int bytes : new int[] {0, SMALL, 5000, LARGE}) {
            long data = memory.allocate(bytes);
            Buffer buffer = new Buffer(bytes);
            for (int round = 0; round < 6; round++) {
                NativeBuffers.fill(data, bytes, round);
                PmlRequest receive =
                        two.b.irecv(buffer.address, bytes, Pml.ANY_SOURCE, Pml.ANY_TAG);
                PmlRequest send = two.a.isend(data, bytes, 1, 1, mode, two.a.world());
                PmlStatus status = two.succeed("receive", receive);
                assertThat(status.bytes).isEqualTo(bytes);
                assertThat(status.source).isZero();
                two.succeed("send", send);
                buffer.verify("round " + round, bytes, round);
                two.settle();
            }
        }
    }

    @Test
    void operationsAreCountedUntilTheyEnd() {
        Two two = new Two();
        PmlRequest first = two.b.irecv(memory.allocate(8), 8, 0, 1);
        PmlRequest second = two.b.irecv(memory.allocate(LARGE), LARGE, 0, 2);
        assertThat(two.b.world().operations()).isEqualTo(2);
        boolean[] idle = new boolean[1];
        two.b.world().whenIdle(() -> idle[0] = true);
        PmlRequest send = two.isend(LARGE, 2, 1);
        two.succeed("second", second);
        assertThat(two.b.world().operations()).isEqualTo(1);
        two.b.call(() -> cancel(first));
        two.finish("first", first);
        two.succeed("send", send);
        two.settle();
        assertThat(two.b.world().operations()).isZero();
        assertThat(two.a.world().operations()).isZero();
        assertThat(idle[0]).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, 5000, LARGE})
    void releasedRequestsFinishByThemselves(int bytes) {
        Two two = new Two();
        two.isend(bytes, 1, 1).release();
        two.isend(bytes, 1, 2).release();
        Buffer first = new Buffer(bytes);
        Buffer second = new Buffer(bytes);
        two.b.irecv(first.address, bytes, 0, 1).release();
        two.succeed("receive", two.b.irecv(second.address, bytes, 0, 1));
        second.verify("second", bytes, 2);
        two.settle();
        first.verify("first", bytes, 1);
    }

    @Test
    void requestsAreReusedWithoutMixingUp() {
        Two two = new Two();
        Buffer buffer = new Buffer(LARGE);
        for (int i = 0; i < 300; i++) {
            int bytes = mixedSize(1 + i % 4);
            PmlRequest receive = two.b.irecv(buffer.address, buffer.bytes, 0, i % 2);
            PmlRequest send = two.isend(bytes, i % 2, i);
            PmlStatus status = two.succeed("receive", receive);
            two.succeed("send", send);
            assertThat(status.bytes).isEqualTo(bytes);
            assertThat(status.tag).isEqualTo(i % 2);
            NativeBuffers.verify("message " + i, buffer.address, bytes, i);
        }
    }
}
