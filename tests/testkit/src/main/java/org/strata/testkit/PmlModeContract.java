package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;

import java.util.ArrayList;
import java.util.List;

/** Part of {@link PmlContract}: what completion means in each send mode (MPI 3.1 §3.4, §3.6). */
abstract class PmlModeContract extends PmlMatchingContract {
    /** What MPI_BSEND_OVERHEAD promises per message. */
    private static final int BSEND_OVERHEAD = 128;

    @ParameterizedTest
    @ValueSource(ints = {0, SMALL, 5000, LARGE})
    void synchronousSendWaitsForTheMatch(int bytes) {
        Two two = new Two();
        long data = memory.pattern(bytes, 1);
        PmlRequest send = two.a.isend(data, bytes, 1, 2, SendMode.SYNCHRONOUS, two.a.world());
        two.settle();
        assertThat(send.isDone()).as("done before the match").isFalse();
        two.awaitProbe(0, 2);
        two.settle();
        assertThat(send.isDone()).as("done by a probe").isFalse();
        two.b.irecv(memory.allocate(8), 8, 0, 3).cancel();
        two.settle();
        assertThat(send.isDone()).as("done by another tag's receive").isFalse();
        Buffer buffer = new Buffer(bytes);
        PmlRequest receive = two.b.irecv(buffer.address, bytes, 0, 2);
        two.succeed("send", send);
        two.succeed("receive", receive);
        buffer.verify("data", bytes, 1);
    }

    @ParameterizedTest
    @EnumSource(SendMode.class)
    void everyModeDeliversToAPostedReceive(SendMode mode) {
        Two two = new Two();
        two.a.pml().attachBuffer(LARGE + BSEND_OVERHEAD);
        for (int bytes : new int[] {0, 1, SMALL, 5000, LARGE}) {
            Buffer buffer = new Buffer(bytes);
            PmlRequest receive = two.b.irecv(buffer.address, bytes, 0, 2);
            two.settle();
            long data = memory.pattern(bytes, bytes);
            PmlRequest send = two.a.isend(data, bytes, 1, 2, mode, two.a.world());
            two.succeed("receive", receive);
            two.succeed("send", send);
            buffer.verify(mode + " of " + bytes, bytes, bytes);
            two.settle();
        }
    }

    @ParameterizedTest
    @EnumSource(SendMode.class)
    void bufferMayBeReusedOnceASendIsDone(SendMode mode) {
        Two two = new Two();
        two.a.pml().attachBuffer(2L * (LARGE + BSEND_OVERHEAD));
        for (int bytes : new int[] {SMALL, 5000, LARGE}) {
            Buffer first = new Buffer(bytes);
            Buffer second = new Buffer(bytes);
            PmlRequest one = two.b.irecv(first.address, bytes, 0, 2);
            PmlRequest other = two.b.irecv(second.address, bytes, 0, 2);
            two.settle();
            long data = memory.pattern(bytes, 1);
            two.succeed("send", two.a.isend(data, bytes, 1, 2, mode, two.a.world()));
            NativeBuffers.fill(data, bytes, 2);
            two.succeed("send", two.a.isend(data, bytes, 1, 2, mode, two.a.world()));
            NativeBuffers.fill(data, bytes, 3);
            two.succeed("receive", one);
            two.succeed("receive", other);
            first.verify(mode + ", first", bytes, 1);
            second.verify(mode + ", second", bytes, 2);
            two.settle();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, SMALL, 5000, LARGE})
    void bufferedSendCompletesByItself(int bytes) {
        Two two = new Two();
        assertThat(two.a.pml().attachBuffer(3L * (bytes + BSEND_OVERHEAD))).isEqualTo(Rc.OK);
        long data = memory.allocate(bytes);
        for (int i = 0; i < 3; i++) {
            NativeBuffers.fill(data, bytes, i);
            PmlRequest send = two.a.isend(data, bytes, 1, 2, SendMode.BUFFERED, two.a.world());
            assertThat(send.isDone()).as("done at once").isTrue();
            two.succeed("send", send);
        }
        NativeBuffers.fill(data, bytes, 99);
        for (int i = 0; i < 3; i++) {
            Buffer buffer = new Buffer(bytes);
            two.succeed("receive", two.b.irecv(buffer.address, bytes, 0, 2));
            buffer.verify("message " + i, bytes, i);
        }
    }

    @Test
    void bufferedSendNeedsSpace() {
        Two two = new Two();
        assertThat(two.a.pml().attachBuffer(1000)).isEqualTo(Rc.OK);
        long data = memory.pattern(LARGE, 1);
        PmlRequest send = two.a.isend(data, LARGE, 1, 2, SendMode.BUFFERED, two.a.world());
        assertThat(Rc.name(two.finish("send", send).error)).isEqualTo("NO_BUFFER_SPACE");
        two.settle();
        assertThat(two.b.iprobe(0, 2, null)).as("a message that failed").isFalse();
        PmlRequest next = two.a.isend(data, 100, 1, 2, SendMode.BUFFERED, two.a.world());
        two.succeed("a small one", next);
        two.succeed("its receive", two.b.irecv(memory.allocate(100), 100, 0, 2));
    }

    @Test
    void bufferedSendNeedsAnAttachedBuffer() {
        Two two = new Two();
        long data = memory.pattern(SMALL, 1);
        PmlRequest send = two.a.isend(data, SMALL, 1, 2, SendMode.BUFFERED, two.a.world());
        assertThat(Rc.name(two.finish("send", send).error)).isEqualTo("NO_BUFFER_SPACE");
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void bufferSpaceComesBack(int bytes) {
        Two two = new Two();
        two.a.pml().attachBuffer(bytes + BSEND_OVERHEAD);
        Buffer buffer = new Buffer(bytes);
        for (int i = 0; i < 30; i++) {
            long data = memory.pattern(bytes, i);
            PmlRequest[] send = new PmlRequest[1];
            two.job.progressUntil(
                    "space",
                    () -> {
                        send[0] = two.a.isend(data, bytes, 1, 2, SendMode.BUFFERED, two.a.world());
                        if (send[0].error == Rc.NO_BUFFER_SPACE) {
                            send[0].release();
                            return false;
                        }
                        return true;
                    });
            two.succeed("send", send[0]);
            two.succeed("receive", two.b.irecv(buffer.address, bytes, 0, 2));
            buffer.verify("message " + i, bytes, i);
        }
    }

    @Test
    void oneBufferIsAttachedAtATime() {
        Two two = new Two();
        assertThat(two.a.pml().attachBuffer(1000)).isEqualTo(Rc.OK);
        assertThat(two.a.pml().attachBuffer(1000)).isEqualTo(Rc.BAD_ARGUMENT);
        assertThat(two.a.pml().detachBuffer()).isEqualTo(Rc.OK);
        assertThat(two.a.pml().attachBuffer(2000)).isEqualTo(Rc.OK);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, SMALL, 5000, LARGE})
    void tooLongMessageIsTruncated(int bytes) {
        for (boolean receiveFirst : new boolean[] {true, false}) {
            Two two = new Two();
            int room = bytes / 2;
            Buffer buffer = new Buffer(room);
            PmlRequest receive = receiveFirst ? two.b.irecv(buffer.address, room, 0, 2) : null;
            two.settle();
            PmlRequest send = two.isend(bytes, 2, 1);
            PmlRequest following = two.isend(SMALL, 2, 2);
            two.settle();
            if (!receiveFirst) {
                receive = two.b.irecv(buffer.address, room, 0, 2);
            }
            PmlStatus status = two.finish("receive", receive);
            assertThat(Rc.name(status.error)).isEqualTo("TRUNCATED");
            assertThat(status.bytes).isEqualTo(room);
            assertThat(status.source).isZero();
            assertThat(status.tag).isEqualTo(2);
            buffer.verify("what fits", room, 1);
            two.succeed("send", send);
            Buffer next = new Buffer(SMALL);
            two.succeed("next receive", two.b.irecv(next.address, SMALL, 0, 2));
            two.succeed("next send", following);
            next.verify("the following message", SMALL, 2);
        }
    }

    @Test
    void selfSendsWorkInEveryMode() {
        PmlStation only = stations(1).get(0);
        FakeJob job = only.rank().job();
        only.pml().attachBuffer(2L * LARGE);
        for (SendMode mode : SendMode.values()) {
            for (int bytes : new int[] {0, 1, SMALL, 900, 5000, 20_000, LARGE}) {
                for (boolean receiveFirst : new boolean[] {true, false}) {
                    Buffer buffer = new Buffer(bytes);
                    long data = memory.pattern(bytes, bytes);
                    PmlRequest receive =
                            receiveFirst ? only.irecv(buffer.address, bytes, 0, 4) : null;
                    PmlRequest send = only.isend(data, bytes, 0, 4, mode, only.world());
                    if (!receiveFirst) {
                        receive = only.irecv(buffer.address, bytes, 0, 4);
                    }
                    PmlStatus status = finish(job, "receive from self", receive);
                    assertThat(status.bytes).isEqualTo(bytes);
                    assertThat(finish(job, "send to self", send).error).isEqualTo(Rc.OK);
                    buffer.verify(mode + " to self", bytes, bytes);
                    job.progressTimes(20);
                }
            }
        }
    }

    @Test
    void manyRequestsUnderWay() {
        List<PmlStation> all = stations(3);
        FakeJob job = all.get(0).rank().job();
        List<PmlRequest> requests = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        int each = 250;
        for (int i = 0; i < each; i++) {
            for (PmlStation from : all) {
                for (int to = 0; to < 3; to++) {
                    int sender = from.rank().rank();
                    int bytes = i % 50 == 49 ? LARGE : mixedSize(1 + i % 4);
                    long pattern = 1000L * i + 10L * sender + to;
                    Buffer buffer = new Buffer(bytes);
                    requests.add(all.get(to).irecv(buffer.address, bytes, sender, i % 3));
                    requests.add(from.isend(memory.pattern(bytes, pattern), bytes, to, i % 3));
                    checks.add(() -> buffer.verify("pattern " + pattern, bytes, pattern));
                }
            }
        }
        requests.forEach(request -> assertThat(finish(job, "all", request).error).isZero());
        checks.forEach(Runnable::run);
    }
}
