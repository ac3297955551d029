package org.strata.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.opal.progress.IdlePolicy;
import org.strata.testkit.BtlStream.Means;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** Part of {@link BtlContract}: ranks on threads of their own, sleeping ranks, allocation. */
abstract class BtlThreadContract extends BtlPeerContract {
    @Test
    void everyRankToEveryRankByThreads() {
        needsPeers();
        List<BtlStation> all = stations(4);
        int count = messagesToEach();
        BtlStream.Source source = source(all.get(0));
        long expected = (long) count * (all.size() - 1);
        AtomicInteger finished = new AtomicInteger();
        List<BtlStream.Receiver> receivers = new ArrayList<>();
        all.forEach(station -> receivers.add(new BtlStream.Receiver(station, TAG, source)));
        long start = seed.random().nextLong();
        RankThreads.run(
                all.get(0).rank().job(),
                rank -> {
                    BtlStation own = all.get(rank.rank());
                    List<BtlStream> streams = streamsToOthers(own, source);
                    Random random = new Random(start + rank.rank());
                    boolean done = false;
                    while (!Thread.interrupted() && finished.get() < all.size()) {
                        streams.forEach(stream -> offerSome(stream, count, random));
                        if (rank.progress() == 0) {
                            Thread.yield();
                        }
                        if (!done
                                && receivers.get(rank.rank()).total() == expected
                                && streams.stream()
                                        .allMatch(s -> s.sent() == count && s.allCompleted())) {
                            done = true;
                            finished.incrementAndGet();
                        }
                    }
                });
        assertThat(finished.get()).isEqualTo(all.size());
    }

    private List<BtlStream> streamsToOthers(BtlStation own, BtlStream.Source source) {
        List<BtlStream> streams = new ArrayList<>();
        for (int peer = 0; peer < own.rank().job().size(); peer++) {
            if (peer != own.rank().rank()) {
                streams.add(new BtlStream(own, peer, TAG, source, memory));
            }
        }
        return streams;
    }

    /**
     * Both ranks sleep between messages. A ring that is missed costs the engine's safety net of 100
     * ms, so that a Btl that does not ring at all cannot finish in time.
     */
    @Test
    void messagesWakeASleepingRank() {
        needsPeers();
        List<BtlStation> all = stations(2);
        int rounds = 1500;
        int[] received = new int[2];
        all.forEach(
                s -> s.on(TAG, (btl, from, tag, address, length) -> received[s.rank().rank()]++));
        RankThreads.run(
                all.get(0).rank().job(),
                rank -> {
                    int own = rank.rank();
                    BtlStation station = all.get(own);
                    long header = memory.allocate(8);
                    rank.engine().setIdlePolicy(new IdlePolicy(0, 0, true));
                    for (int round = 1; round <= rounds; round++) {
                        if (own == 0) {
                            send(station, 1, header);
                        }
                        int wanted = round;
                        rank.waitUntil("ball " + round, () -> received[own] == wanted);
                        if (own == 1) {
                            send(station, 0, header);
                        }
                    }
                    rank.waitUntil("flushed()", station.btl()::flushed);
                });
        for (BtlStation station : all) {
            assertThat(station.rank().engine().lateWakeups())
                    .as("lost wake-ups of %s", station.rank())
                    .isLessThanOrEqualTo(mostLateWakeups());
        }
    }

    /**
     * A sender that finds no room sleeps until its peer has made some: who frees room rings, too.
     */
    @Test
    void roomWakesASleepingSender() {
        needsPeers();
        List<BtlStation> all = stations(2);
        BtlStream.Source source = source(all.get(0));
        BtlStream.Receiver receiver = new BtlStream.Receiver(all.get(1), TAG, source);
        BtlStream stream = new BtlStream(all.get(0), 1, TAG, source, memory);
        int payload = stream.maxPayload(Means.IMMEDIATE);
        // Who is not rung sleeps a tenth of a second each time.
        int rounds = mostLateWakeups() == Integer.MAX_VALUE ? 10 : 100;
        AtomicLongArray refusedAfter = new AtomicLongArray(rounds);
        AtomicLong last = new AtomicLong();
        RankThreads.run(
                all.get(0).rank().job(),
                rank -> {
                    rank.engine().setIdlePolicy(new IdlePolicy(0, 0, true));
                    for (int round = 0; round < rounds; round++) {
                        if (rank.rank() == 0) {
                            boolean room = true;
                            while (room) {
                                room = stream.offer(Means.IMMEDIATE, payload);
                            }
                            long before = stream.sent();
                            refusedAfter.set(round, before);
                            rank.waitUntil(
                                    "room",
                                    () ->
                                            stream.sent() > before
                                                    || stream.offer(Means.IMMEDIATE, payload));
                        } else {
                            while (refusedAfter.get(round) == 0) {
                                Thread.yield();
                            }
                            long sent = refusedAfter.get(round);
                            rank.waitUntil("what was sent", () -> receiver.total() >= sent);
                        }
                    }
                    if (rank.rank() == 0) {
                        last.set(stream.sent());
                        rank.waitUntil("flushed()", all.get(0).btl()::flushed);
                    } else {
                        rank.waitUntil("the rest", () -> receiver.total() == last.get());
                    }
                });
        assertThat(all.get(0).rank().engine().lateWakeups())
                .as("lost wake-ups of the sender")
                .isLessThanOrEqualTo(mostLateWakeups());
    }

    /**
     * Returns how many waits of a test may be late because a ring was lost: 1 for a Btl whose peers
     * ring for each message, since a peer that loses its core between its message and its ring just
     * when a sleep ends looks like one that does not ring; without rings most of 1,500 are late.
     * Sockets that become ready when a sleep ends look as if a ring were missing.
     */
    protected int mostLateWakeups() {
        return Integer.MAX_VALUE;
    }

    private static void send(BtlStation from, int peer, long header) {
        // The engine may ask again after a yes.
        boolean[] sent = new boolean[1];
        from.rank().waitUntil("resources", () -> sent[0] = sent[0] || sendsOne(from, peer, header));
    }

    private static boolean sendsOne(BtlStation from, int peer, long header) {
        return accepted(from.btl().sendImmediate(from.to(peer), TAG, header, 8, null, 0, 0));
    }

    /** Tier 1: after warm-up, a small message costs no allocation on either side. */
    @Test
    void sendImmediateAndProgressAllocateNothing() {
        allocatesNothing((btl, to, at) -> btl.sendImmediate(to, TAG, at, 16, null, at, 16));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 80})
    void sendShortAndProgressAllocateNothing(int length) {
        allocatesNothing((btl, to, at) -> btl.sendShort(to, TAG, 1, 2, null, at, length));
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 80})
    void sendShortFromAnArrayAllocatesNothing(int length) {
        double[] array = new double[10];
        allocatesNothing((btl, to, at) -> btl.sendShort(to, TAG, 1, 2, array, 0, length));
    }

    /** Sends one message; {@code at} is native memory of 80 bytes. */
    private interface QuietSend {
        int send(Btl btl, BtlEndpoint to, long at);
    }

    private void allocatesNothing(QuietSend send) {
        Assumptions.assumeFalse(allocates(), "may allocate");
        var threads = ManagementFactory.getThreadMXBean();
        Assumptions.assumeTrue(threads instanceof com.sun.management.ThreadMXBean, "no counter");
        var counter = (com.sun.management.ThreadMXBean) threads;
        Pair pair = new Pair();
        int[] received = new int[1];
        pair.b.on(TAG, (btl, from, tag, address, length) -> received[0]++);
        long at = memory.pattern(80, 1);
        BtlEndpoint to = pair.a.to(pair.b);
        // As many rounds as it takes the compiler to be through. A round is shorter than the timers
        // of a BTL (btl-openib asks for refused memory again each millisecond), on a slow machine
        // too: what allocates by the clock is absent from some rounds, what does by the message
        // from none.
        int messages = 200;
        long most = messages / 10;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 30_000 && least >= most; round++) {
            long before = counter.getCurrentThreadAllocatedBytes();
            exchangeQuietly(pair, to, at, send, received, messages);
            least = Math.min(least, counter.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).as("bytes of %d messages", messages).isLessThan(most);
    }

    /** As the name says: no lambda, no assertion in here. */
    private static void exchangeQuietly(
            Pair pair, BtlEndpoint to, long at, QuietSend send, int[] received, int messages) {
        received[0] = 0;
        BtlEndpoint from = pair.b.to(pair.a);
        int sent = 0;
        long polls = 0;
        while (received[0] < messages && polls++ < 50_000_000L) {
            if (sent < messages && sent - received[0] < 8 && send.send(pair.a.btl(), to, at) == 0) {
                sent++;
            }
            pair.a.rank().progress();
            if (pair.b != pair.a) {
                pair.b.rank().progress(pair.b.btl(), from);
                pair.b.rank().progress();
            }
        }
    }

    @Test
    void twoJobsDoNotMix() {
        needsPeers();
        List<BtlStation> one = stations(2);
        List<BtlStation> other = stations(2);
        exchange(one, 50, seed.random());
        exchange(other, 50, seed.random());
        BtlStream.Source source = source(one.get(0));
        BtlStream.Receiver receiver = new BtlStream.Receiver(other.get(1), TAG + 1, source);
        BtlStream stream = new BtlStream(one.get(0), 1, TAG + 1, source, memory);
        RecordingHandler received = new RecordingHandler();
        one.get(1).on(TAG + 1, received);
        one.get(0).rank().job().progressUntil("resources", () -> stream.offer(Means.ALLOC, 8));
        one.get(0).rank().job().progressUntil("the message", () -> received.count() == 1);
        other.get(0).rank().job().progressTimes(500);
        assertThat(receiver.total()).isZero();
    }
}
