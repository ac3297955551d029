package org.strata.testkit.timed;

import org.strata.mca.oob.Oob;

import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** An out-of-band channel whose messages take their time, and wake the rank that they are for. */
final class TimedOob implements Oob {
    /** A TCP connection between two processes, without the ranks' processors. */
    private static final long LATENCY_NANOS = 50_000;

    private final TimedNetwork network;
    private final TimedRank rank;
    private final IntFunction<TimedRank> ranks;
    private final Oob inner;

    TimedOob(TimedNetwork network, TimedRank rank, IntFunction<TimedRank> ranks, Oob inner) {
        this.network = network;
        this.rank = rank;
        this.ranks = ranks;
        this.inner = inner;
    }

    @Override
    public void put(String key, byte[] value) {
        inner.put(key, value);
    }

    @Override
    public byte[] get(int owner, String key, long timeoutMillis) throws TimeoutException {
        return inner.get(owner, key, timeoutMillis);
    }

    @Override
    public byte[] getIfPresent(int owner, String key) {
        return inner.getIfPresent(owner, key);
    }

    @Override
    public void fence() {
        inner.fence();
    }

    @Override
    public void send(int target, int tag, byte[] message) {
        byte[] copy = message.clone();
        network.world()
                .at(
                        rank.nanoTime() + LATENCY_NANOS,
                        () -> {
                            inner.send(target, tag, copy);
                            ranks.apply(target).wakeAt(network.now());
                        });
    }

    @Override
    public void listen(int tag, Listener listener) {
        inner.listen(tag, listener);
    }
}
