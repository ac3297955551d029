package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Both ranks connect at once: one connection results, whoever is quicker at which step. */
final class SimultaneousConnectTest {
    /** Turns whose order is tried in every way; the first turn of a rank is its send. */
    private static final int TURNS = 9;

    @Test
    void everyInterleavingLeadsToOneConnection() {
        int contested = 0;
        for (int schedule = 0; schedule < 1 << TURNS; schedule++) {
            contested += run(schedule) ? 1 : 0;
        }
        assertThat(contested).as("schedules in which two connections met").isPositive();
    }

    @Test
    void everyInterleavingWithOneBytePerWrite() {
        for (int schedule = 0; schedule < 1 << TURNS; schedule += 7) {
            run(schedule, "max-write", "1");
        }
    }

    /** Returns whether two connections met. */
    private static boolean run(int schedule, String... settings) {
        try (TcpWorld world = new TcpWorld(2, settings)) {
            int[] sent = new int[2];
            for (int turn = 0; turn < TURNS; turn++) {
                int rank = schedule >> turn & 1;
                if (sent[rank] < 2) {
                    world.node(rank).send(1 - rank, 100 * rank + sent[rank]++);
                } else {
                    world.node(rank).rank.progress();
                }
            }
            for (int rank = 0; rank < 2; rank++) {
                while (sent[rank] < 3) {
                    world.node(rank).send(1 - rank, 100 * rank + sent[rank]++);
                }
            }
            world.job.progressUntil(
                    "all messages of schedule " + schedule,
                    () -> world.node(0).received.size() == 3 && world.node(1).received.size() == 3);
            world.job.progressUntil(
                    "one connection, schedule " + schedule,
                    () -> isConnectedOnce(world.node(0), 1) && isConnectedOnce(world.node(1), 0));
            world.job.progressTimes(20);
            check(world, schedule);
            return world.node(0).output.verbose().stream().anyMatch(l -> l.contains("DUPLICATE"));
        }
    }

    /** A duplicate ends when the kernel has told both. */
    private static boolean isConnectedOnce(TcpWorld.Node node, int peer) {
        return node.to(peer).state() == EndpointState.CONNECTED && node.btl().connections() == 1;
    }

    private static void check(TcpWorld world, int schedule) {
        for (int rank = 0; rank < 2; rank++) {
            TcpWorld.Node node = world.node(rank);
            long base = 100L * (1 - rank);
            assertThat(node.received).containsExactly(base, base + 1, base + 2);
            assertThat(node.errors).as("schedule %d", schedule).isEmpty();
            assertThat(node.to(1 - rank).state()).isEqualTo(EndpointState.CONNECTED);
            assertThat(node.btl().connections()).isEqualTo(1);
        }
    }
}
