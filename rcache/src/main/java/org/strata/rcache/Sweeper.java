package org.strata.rcache;

import org.strata.opal.sys.OwnThreads;

/**
 * The thread that sweeps a cache while the rank makes no progress. It sleeps without a timeout
 * while no registration is idle.
 */
final class Sweeper implements Runnable {
    private final GrdmaCache cache;
    private final long interval;

    private Sweeper(GrdmaCache cache, long interval) {
        this.cache = cache;
        this.interval = interval;
    }

    static void start(GrdmaCache cache, long intervalMillis) {
        Sweeper sweeper = new Sweeper(cache, intervalMillis);
        OwnThreads.daemon("strata-rcache").start(sweeper);
    }

    @Override
    public void run() {
        try {
            while (cache.awaitIdle(interval)) {
                cache.sweep();
            }
        } catch (InterruptedException e) {
            // Only a program that wants the rank's threads to end interrupts them.
            Thread.currentThread().interrupt();
        }
    }
}
