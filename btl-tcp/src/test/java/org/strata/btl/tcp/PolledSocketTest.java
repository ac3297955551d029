package org.strata.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Field;
import java.nio.channels.SelectionKey;

/** Sockets that every poll reads: which of them the selector watches. */
final class PolledSocketTest {
    @Test
    void aRankThatIsAwakeDoesNotHaveTheSelectorWatch() throws Exception {
        try (TcpWorld world = new TcpWorld(2)) {
            exchange(world, 1);
            world.job.progressUntil("no interest", () -> interest(world, 0) == 0);
            exchange(world, 10);
        }
    }

    @Test
    void theSelectorWatchesOnRequest() throws Exception {
        try (TcpWorld world = new TcpWorld(2, "watch-polled", "true")) {
            exchange(world, 1);
            world.job.progressTimes(1000);
            assertThat(interest(world, 0)).isEqualTo(SelectionKey.OP_READ);
        }
    }

    /** One thread may be asleep in the selector while another polls. */
    @Test
    void theSelectorWatchesWhereSeveralThreadsCall() throws Exception {
        try (TcpWorld world = new TcpWorld(2)) {
            world.node(0).rank.engine().setThreadMultiple(true);
            exchange(world, 1);
            world.job.progressTimes(1000);
            assertThat(interest(world, 0)).isEqualTo(SelectionKey.OP_READ);
            world.job.progressUntil("no interest", () -> interest(world, 1) == 0);
        }
    }

    @Test
    void theSelectorWatchesWhereItMustSayWhichAreReady() throws Exception {
        try (TcpWorld world = new TcpWorld(3, "poll-limit", "1")) {
            exchange(world, 1);
            world.job.progressUntil("no interest", () -> interest(world, 0) == 0);
            world.node(2).send(0, 5);
            world.job.progressUntil("a third", () -> world.node(0).received.contains(5L));
            assertThat(interest(world, 0)).isEqualTo(SelectionKey.OP_READ);
            exchange(world, 10);
        }
    }

    @Test
    void aMessageEndsTheSleepOfARankWhoseSocketsWereNotWatched() throws Exception {
        try (TcpWorld world = new TcpWorld(2)) {
            exchange(world, 1);
            world.job.progressUntil("no interest", () -> interest(world, 0) == 0);
            int before = world.node(0).received.size();
            Thread sender = new Thread(() -> world.node(1).send(0, 7));
            TcpWorld.Node sleeper = world.node(0);
            sleeper.rank.waitUntil(
                    "the message",
                    () -> {
                        // Not before the rank has announced its sleep.
                        if (sender.getState() == Thread.State.NEW && interest(world, 0) != 0) {
                            sender.start();
                        }
                        return sleeper.received.size() > before;
                    });
            sender.join();
        }
    }

    private static void exchange(TcpWorld world, int messages) {
        TcpWorld.Node a = world.node(0);
        TcpWorld.Node b = world.node(1);
        for (long i = 0; i < messages; i++) {
            int there = b.received.size() + 1;
            int here = a.received.size() + 1;
            a.send(1, i);
            world.job.progressUntil("a message", () -> b.received.size() == there);
            b.send(0, -i);
            world.job.progressUntil("an answer", () -> a.received.size() == here);
            assertThat(b.received.getLast()).isEqualTo(i);
            assertThat(a.received.getLast()).isEqualTo(-i);
        }
    }

    private static int interest(TcpWorld world, int rank) {
        try {
            Field key = TcpEndpoint.class.getDeclaredField("key");
            key.setAccessible(true);
            return ((SelectionKey) key.get(world.node(rank).to(1 - rank))).interestOps();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
