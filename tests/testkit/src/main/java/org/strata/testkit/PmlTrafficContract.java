package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.pml.TrafficVisitor.Traffic;
import org.strata.opal.Rc;

import java.util.Map;
import java.util.TreeMap;

/**
 * Part of {@link PmlContract}: what {@link org.strata.mca.pml.Pml#traffic} says. A report of a job
 * rests on it: every message counts once at either end, whatever protocol, mode, link or layer
 * moves it.
 */
abstract class PmlTrafficContract extends PmlFloodContract {
    /** Returns what a rank has exchanged on a communicator, null for those that are gone. */
    private static Map<Integer, Traffic> traffic(PmlStation of, CommContext wanted) {
        Map<Integer, Traffic> sums = new TreeMap<>();
        of.pml()
                .traffic((comm, peer, exchanged) -> {
                    if (comm == wanted) {
                        sums.merge(peer.rank(), exchanged, Traffic::plus);
                    }
                });
        return sums;
    }

    @ParameterizedTest
    @EnumSource(SendMode.class)
    void everyMessageCountsOnce(SendMode mode) {
        Two two = new Two();
        int[] sizes = {0, 1, SMALL, 700, 5000, 70_000, LARGE};
        two.a.call(() -> two.a.pml().attachBuffer(4L * LARGE));
        Buffer buffer = new Buffer(LARGE);
        long bytes = 0;
        for (int round = 0; round < 3; round++) {
            for (int size : sizes) {
                PmlRequest receive = two.b.irecv(buffer.address, size, 0, 1);
                long data = memory.pattern(size, 1);
                PmlRequest send = two.a.isend(data, size, 1, 1, mode, two.a.world());
                two.succeed("receive of " + size, receive);
                two.succeed("send of " + size, send);
                bytes += size;
            }
        }
        long messages = 3L * sizes.length;
        assertThat(traffic(two.a, two.a.world()))
                .isEqualTo(Map.of(1, new Traffic(messages, bytes, 0, 0)));
        assertThat(traffic(two.b, two.b.world()))
                .isEqualTo(Map.of(0, new Traffic(0, 0, messages, bytes)));
    }

    /** The shortest way of either side. Standard sends may wait for the receive. */
    @Test
    void blockingMessagesCount() {
        int messages = 300;
        runByThreads(
                stations(2),
                own -> {
                    int peer = 1 - own.rank().rank();
                    Buffer buffer = new Buffer(SMALL);
                    long data = memory.pattern(SMALL, 1);
                    for (int i = 0; i < messages; i++) {
                        for (int turn = 0; turn < 2; turn++) {
                            boolean sends = turn == own.rank().rank();
                            int rc =
                                    sends
                                            ? own.send(data, SMALL, peer, 1, SendMode.STANDARD)
                                            : own.receive(buffer.address, SMALL, peer, 1, null);
                            assertThat(rc).isEqualTo(Rc.OK);
                        }
                    }
                    // A send counts when it has landed, at the latest.
                    own.flush();
                    long bytes = (long) messages * SMALL;
                    assertThat(traffic(own, own.world()))
                            .isEqualTo(Map.of(peer, new Traffic(messages, bytes, messages, bytes)));
                });
    }

    @Test
    void whatHasNoRoomIsNotReceived() {
        Two two = new Two();
        for (int size : new int[] {SMALL, LARGE}) {
            PmlRequest receive = two.b.irecv(new Buffer(10).address, 10, 0, 1);
            PmlRequest send = two.isend(size, 1, 1);
            assertThat(two.finish("receive", receive).error).isEqualTo(Rc.TRUNCATED);
            two.succeed("send", send);
        }
        assertThat(traffic(two.b, two.b.world()).get(0)).isEqualTo(new Traffic(0, 0, 2, 20));
    }

    @Test
    void refusedAndCancelledOperationsDoNotCount() {
        Two two = new Two();
        two.a.call(() -> two.a.pml().attachBuffer(SMALL));
        long data = memory.pattern(LARGE, 1);
        PmlRequest send = two.a.isend(data, LARGE, 1, 1, SendMode.BUFFERED, two.a.world());
        assertThat(two.finish("send", send).error).isEqualTo(Rc.NO_BUFFER_SPACE);
        PmlRequest receive = two.b.irecv(new Buffer(10).address, 10, 0, 1);
        two.b.call(() -> {
            receive.cancel();
            return null;
        });
        two.finish("receive", receive);
        assertThat(traffic(two.a, two.a.world())).isEmpty();
        assertThat(traffic(two.b, two.b.world())).isEmpty();
    }

    /** Communicators count apart; one that is removed leaves its sums behind. */
    @Test
    void communicatorsCountApart() {
        Two two = new Two();
        CommContext atA = two.a.add(two.a.comm(77, 1, 0));
        CommContext atB = two.b.add(two.b.comm(77, 1, 0));
        Buffer buffer = new Buffer(LARGE);
        for (int size : new int[] {SMALL, LARGE}) {
            long data = memory.pattern(size, 1);
            // Ranks are in the opposite order there.
            PmlRequest receive = two.b.irecv(buffer.address, size, 1, 1, atB);
            PmlRequest send = two.a.isend(data, size, 0, 1, SendMode.STANDARD, atA);
            two.succeed("receive", receive);
            two.succeed("send", send);
        }
        PmlRequest receive = two.b.irecv(buffer.address, SMALL, 0, 1);
        two.succeed("send", two.isend(SMALL, 1, 1));
        two.succeed("receive", receive);
        // A send counts when it has landed, at the latest.
        two.settle();
        assertThat(traffic(two.a, two.a.world())).isEqualTo(Map.of(1, new Traffic(1, SMALL, 0, 0)));
        Map<Integer, Traffic> apart = Map.of(1, new Traffic(2, SMALL + LARGE, 0, 0));
        assertThat(traffic(two.a, atA)).isEqualTo(apart);
        two.settle();
        two.a.call(() -> {
            two.a.pml().removeComm(atA);
            return null;
        });
        assertThat(traffic(two.a, atA)).isEmpty();
        assertThat(traffic(two.a, null)).isEqualTo(apart);
    }
}
