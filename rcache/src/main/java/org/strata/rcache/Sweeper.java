package org.strata.rcache;

/**
 * The thread that lets idle registrations of a cache go when the rank makes no progress. It sleeps
 * without a timeout as long as nothing is idle.
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
        Thread.ofPlatform().daemon().name("strata-rcache").start(sweeper);
    }

    @Override
    public void run() {
        try {
            while (cache.awaitIdle(interval)) {
                cache.sweep();
            }
        } catch (InterruptedException e) {
            // Nobody interrupts a rank's threads but a program that wants them to end.
            Thread.currentThread().interrupt();
        }
    }
}
