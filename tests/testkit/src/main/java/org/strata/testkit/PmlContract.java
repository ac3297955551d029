package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.IdlePolicy;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What every Pml must do, as {@link org.strata.mca.pml.Pml} and the MPI standard say it. A subclass
 * makes the Pml of a rank, with any BML and BTLs below that reach all ranks, each rank itself
 * included:
 *
 * <pre>{@code
 * final class Ob1PmlContractTest extends PmlContract {
 *     @Override
 *     protected Pml pml(FakeRank rank) { … }
 * }
 * }</pre>
 *
 * <p>This file: blocking calls, each rank on a thread of its own.
 */
public abstract class PmlContract extends PmlTrafficContract {
    @ParameterizedTest
    @EnumSource(SendMode.class)
    void blockingPingPong(SendMode mode) {
        List<PmlStation> two = stations(2);
        int[] sizes = {0, 1, SMALL, 700, 5000, 70_000, LARGE};
        runByThreads(
                two,
                own -> {
                    int rank = own.rank().rank();
                    int peer = 1 - rank;
                    own.call(() -> own.pml().attachBuffer(4L * LARGE));
                    for (int i = 0; i < 100; i++) {
                        int bytes = sizes[i % sizes.length];
                        if (rank == 0) {
                            postedPing(own, peer, bytes, mode, i);
                        } else {
                            pong(own, peer, bytes, mode, i);
                        }
                    }
                });
    }

    /** Posts the answer's receive first, so that READY is right for the answer. */
    private void postedPing(PmlStation own, int peer, int bytes, SendMode mode, int round) {
        Buffer buffer = new Buffer(bytes);
        PmlRequest answer = own.irecv(buffer.address, bytes, peer, 2);
        SendMode first = mode == SendMode.READY ? SendMode.STANDARD : mode;
        check(own.send(memory.pattern(bytes, round), bytes, peer, 1, first));
        own.rank().waitUntil("the answer", answer::isDone);
        check(answer.error);
        answer.release();
        buffer.verify("answer " + round, bytes, round + 1);
    }

    private void pong(PmlStation own, int peer, int bytes, SendMode mode, int round) {
        Buffer buffer = new Buffer(bytes);
        PmlStatus status = new PmlStatus();
        check(own.receive(buffer.address, bytes, peer, 1, status));
        assertThat(status.bytes).isEqualTo(bytes);
        buffer.verify("message " + round, bytes, round);
        check(own.send(memory.pattern(bytes, round + 1), bytes, peer, 2, mode));
    }

    private static void check(int rc) {
        assertThat(Rc.name(rc)).isEqualTo("OK");
    }

    @Test
    void blockingRing() {
        List<PmlStation> all = stations(4);
        runByThreads(
                all,
                own -> {
                    int rank = own.rank().rank();
                    int left = (rank + 3) % 4;
                    int right = (rank + 1) % 4;
                    for (int i = 0; i < 60; i++) {
                        int bytes = mixedSize(i);
                        Buffer buffer = new Buffer(bytes);
                        PmlRequest receive = own.irecv(buffer.address, bytes, left, i);
                        check(
                                own.send(
                                        memory.pattern(bytes, 4L * i + rank),
                                        bytes,
                                        right,
                                        i,
                                        SendMode.STANDARD));
                        own.rank().waitUntil("the left neighbour", receive::isDone);
                        check(receive.error);
                        receive.release();
                        buffer.verify("round " + i, bytes, 4L * i + left);
                    }
                });
    }

    @Test
    void blockingReceiveReportsTruncation() {
        List<PmlStation> two = stations(2);
        runByThreads(
                two,
                own -> {
                    int rank = own.rank().rank();
                    for (int bytes : new int[] {SMALL, LARGE}) {
                        if (rank == 0) {
                            long data = memory.pattern(bytes, 1);
                            check(own.send(data, bytes, 1, 1, SendMode.STANDARD));
                        } else {
                            Buffer buffer = new Buffer(10);
                            int rc = own.receive(buffer.address, 10, 0, 1, null);
                            assertThat(Rc.name(rc)).isEqualTo("TRUNCATED");
                            buffer.verify("what fits", 10, 1);
                        }
                    }
                });
    }

    /**
     * Each way in which a message that a blocking receive waits for may belong to somebody else: to
     * an older receive of the same tag, of any source or of any tag, or to the future, because an
     * older message of the tag was kept. A receive of another tag does not compete.
     */
    @Test
    void blockingReceivesDoNotOvertake() {
        List<PmlStation> two = stations(2);
        runByThreads(
                two,
                own -> {
                    // Long enough for the message to come while the receive is hot.
                    own.rank()
                            .engine()
                            .setIdlePolicy(
                                    new IdlePolicy(2000, 20, true).withBeginning(2000, true));
                    Exchange exchange = new Exchange(own);
                    for (int i = 0; i < 100; i++) {
                        exchange.inOrderOfReceives(0, 3);
                        exchange.inOrderOfReceives(Pml.ANY_SOURCE, 3);
                        exchange.inOrderOfReceives(0, Pml.ANY_TAG);
                        exchange.besideAnotherTag();
                        exchange.keptMessageFirst();
                        exchange.truncated();
                    }
                });
    }

    /** Rank 0 sends to a rank 1 that mostly waits already; each case ends with an answer. */
    private final class Exchange {
        private final PmlStation own;
        private final boolean sender;
        private final long data = memory.allocate(8);
        private final long kept = memory.allocate(8);
        private final Buffer blocking = new Buffer(8);
        private final Buffer other = new Buffer(8);
        private long messages;

        Exchange(PmlStation own) {
            this.own = own;
            this.sender = own.rank().rank() == 0;
        }

        /** A blocking receive gets the message after the one of an older receive. */
        void inOrderOfReceives(int source, int tag) {
            if (sender) {
                send(3);
                send(3);
            } else {
                PmlRequest older = own.irecv(other.address, 8, source, tag);
                receive(3, 2);
                finish(older, 1);
            }
            answer(2);
        }

        void besideAnotherTag() {
            if (sender) {
                send(3);
                send(4);
            } else {
                PmlRequest older = own.irecv(other.address, 8, 0, 4);
                receive(3, 1);
                finish(older, 2);
            }
            answer(2);
        }

        /** The first send may wait for its receive, which is the second one. */
        void keptMessageFirst() {
            if (sender) {
                Memory.putLong(kept, ++messages);
                PmlRequest first = own.isend(kept, 8, 1, 3);
                send(4);
                send(3);
                own.rank().waitUntil("the kept message", first::isDone);
                check(first.error);
                first.release();
            } else {
                receive(4, 2);
                receive(3, 1);
                receive(3, 3);
            }
            answer(3);
        }

        void truncated() {
            if (sender) {
                send(3);
                send(3);
            } else {
                int rc = own.receive(blocking.address, 4, 0, 3, null);
                assertThat(Rc.name(rc)).isEqualTo("TRUNCATED");
                receive(3, 2);
            }
            answer(2);
        }

        private void send(int tag) {
            Memory.putLong(data, ++messages);
            check(own.send(data, 8, 1, tag, SendMode.STANDARD));
        }

        private void receive(int tag, int expected) {
            check(own.receive(blocking.address, 8, 0, tag, null));
            assertThat(Memory.getLong(blocking.address)).isEqualTo(messages + expected);
        }

        private void finish(PmlRequest request, int expected) {
            own.rank().waitUntil("the older receive", request::isDone);
            check(request.error);
            request.release();
            assertThat(Memory.getLong(other.address)).isEqualTo(messages + expected);
        }

        private void answer(int sent) {
            if (sender) {
                check(own.receive(blocking.address, 8, 1, 5, null));
                assertThat(Memory.getLong(blocking.address)).isEqualTo(messages);
            } else {
                messages += sent;
                Memory.putLong(data, messages);
                check(own.send(data, 8, 0, 5, SendMode.STANDARD));
            }
        }
    }

    @Test
    void blockingProbesWait() {
        List<PmlStation> two = stations(2);
        runByThreads(
                two,
                own -> {
                    int rank = own.rank().rank();
                    for (int i = 0; i < 40; i++) {
                        if (rank == 0) {
                            int bytes = mixedSize(i);
                            check(
                                    own.send(
                                            memory.pattern(bytes, i),
                                            bytes,
                                            1,
                                            i,
                                            SendMode.STANDARD));
                        } else {
                            probeAndReceive(own, i);
                        }
                    }
                    assertThat(own.call(() -> own.pml().unmatched(1 - rank, own.world())))
                            .isFalse();
                });
    }

    private void probeAndReceive(PmlStation own, int round) {
        PmlStatus status = new PmlStatus();
        Pml pml = own.pml();
        PmlMessage taken = null;
        if (round % 2 == 0) {
            check(own.call(() -> pml.probe(Pml.ANY_SOURCE, Pml.ANY_TAG, own.world(), status)));
            assertThat(own.call(() -> pml.unmatched(status.source, own.world()))).isTrue();
        } else {
            taken = own.call(() -> pml.mprobe(Pml.ANY_SOURCE, Pml.ANY_TAG, own.world(), status));
        }
        assertThat(status.tag).isEqualTo(round);
        assertThat(status.bytes).isEqualTo(mixedSize(round));
        int bytes = (int) status.bytes;
        Buffer buffer = new Buffer(bytes);
        PmlRequest receive =
                taken == null
                        ? own.irecv(buffer.address, bytes, status.source, status.tag)
                        : own.imrecv(buffer.address, bytes, taken);
        own.rank().waitUntil("the probed message", receive::isDone);
        check(receive.error);
        receive.release();
        buffer.verify("message " + round, bytes, round);
    }

    @Test
    void detachWaitsForBufferedMessages() {
        List<PmlStation> two = stations(2);
        runByThreads(
                two,
                own -> {
                    int rank = own.rank().rank();
                    if (rank == 0) {
                        check(own.call(() -> own.pml().attachBuffer(5L * LARGE)));
                        for (int i = 0; i < 4; i++) {
                            long data = memory.pattern(LARGE, i);
                            check(own.send(data, LARGE, 1, 1, SendMode.BUFFERED));
                        }
                        check(own.call(() -> own.pml().detachBuffer()));
                    } else {
                        for (int i = 0; i < 4; i++) {
                            Buffer buffer = new Buffer(LARGE);
                            check(own.receive(buffer.address, LARGE, 0, 1, null));
                            buffer.verify("message " + i, LARGE, i);
                        }
                    }
                });
    }

    /** After flush a rank may leave: what it had accepted arrives without it. */
    @Test
    void flushFinishesWhatWasReleased() {
        int messages = 20;
        AtomicBoolean flushed = new AtomicBoolean();
        CountDownLatch received = new CountDownLatch(messages);
        runByThreads(
                stations(2),
                own -> {
                    if (own.rank().rank() == 0) {
                        for (int i = 0; i < messages; i++) {
                            int bytes = mixedSize(i);
                            own.isend(memory.pattern(bytes, i), bytes, 1, 1).release();
                        }
                        own.flush();
                        flushed.set(true);
                        assertThat(received.await(60, TimeUnit.SECONDS)).isTrue();
                    } else {
                        for (int i = 0; i < messages; i++) {
                            int bytes = mixedSize(i);
                            Buffer buffer = new Buffer(bytes);
                            check(own.receive(buffer.address, bytes, 0, 1, null));
                            buffer.verify("message " + i, bytes, i);
                            received.countDown();
                        }
                        own.rank().waitUntil("rank 0's flush", flushed::get);
                    }
                });
    }

    /** A message that nobody receives keeps its sender only until it is told that none will. */
    @Test
    void hopelessFlushEnds() {
        PmlStation sender = stations(2).get(0);
        sender.isend(memory.pattern(LARGE, 0), LARGE, 1, 1);
        assertThat(sender.flush(() -> true)).isFalse();
    }

    /** MPI_THREAD_MULTIPLE: several threads of one rank, each with a partner and a tag. */
    @Test
    void severalThreadsPerRank() {
        List<PmlStation> two = stations(2);
        FakeJob job = two.get(0).rank().job();
        job.ranks().forEach(rank -> rank.engine().setThreadMultiple(true));
        int threads = 3;
        runByThreads(
                two,
                own -> {
                    List<Thread> players = new ArrayList<>();
                    List<Throwable> failures = new ArrayList<>();
                    for (int tag = 0; tag < threads; tag++) {
                        int partner = tag;
                        players.add(
                                Thread.ofPlatform()
                                        .daemon()
                                        .uncaughtExceptionHandler((t, e) -> add(failures, e))
                                        .start(() -> play(own, partner)));
                    }
                    for (Thread player : players) {
                        player.join();
                    }
                    assertThat(failures).isEmpty();
                });
    }

    private static void add(List<Throwable> failures, Throwable failure) {
        synchronized (failures) {
            failures.add(failure);
        }
    }

    private void play(PmlStation own, int tag) {
        int peer = 1 - own.rank().rank();
        for (int i = 0; i < 40; i++) {
            int bytes = mixedSize(1 + i % 4);
            Buffer buffer = new Buffer(bytes);
            long data = memory.pattern(bytes, 10L * i + tag);
            if (own.rank().rank() == 0) {
                check(own.send(data, bytes, peer, tag, SendMode.STANDARD));
            }
            check(own.receive(buffer.address, bytes, peer, tag, null));
            buffer.verify("thread " + tag, bytes, 10L * i + tag);
            if (own.rank().rank() == 1) {
                check(own.send(data, bytes, peer, tag, SendMode.STANDARD));
            }
        }
    }

    /** Tier 1: after warm-up a small message costs no allocation on either side. */
    @Test
    void smallMessagesAllocateNothing() {
        Assumptions.assumeFalse(allocates(), "may allocate");
        var threads = ManagementFactory.getThreadMXBean();
        Assumptions.assumeTrue(threads instanceof com.sun.management.ThreadMXBean, "no counter");
        var counter = (com.sun.management.ThreadMXBean) threads;
        Two two = new Two();
        Buf data = new Buf(null, memory.pattern(16, 1), 16, DataLayouts.BYTE);
        Buf target = new Buf(null, memory.allocate(16), 16, DataLayouts.BYTE);
        // As many rounds as it takes the compiler to be through, each shorter than the timers
        // below.
        int messages = 200;
        long most = messages / 10;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 30_000 && least >= most; round++) {
            long before = counter.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < messages; i++) {
                quietMessage(two, data, target);
            }
            least = Math.min(least, counter.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).as("bytes of %d messages", messages).isLessThan(most);
    }

    /** As the name says: no lambda, no assertion that allocates in here. */
    private static void quietMessage(Two two, Buf data, Buf target) {
        PmlRequest receive = two.b.pml().ireceive(target, 0, 1, two.b.world());
        PmlRequest send = two.a.pml().isend(data, 1, 1, SendMode.STANDARD, two.a.world());
        for (int polls = 0; polls < 1_000_000 && !(receive.isDone() && send.isDone()); polls++) {
            two.job.rank(0).progress();
            two.job.rank(1).progress();
        }
        if (!receive.isDone() || !send.isDone()) {
            throw new AssertionError("the message did not arrive");
        }
        receive.release();
        send.release();
    }
}
