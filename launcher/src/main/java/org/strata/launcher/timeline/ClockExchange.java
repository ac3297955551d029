package org.strata.launcher.timeline;

import java.util.concurrent.TimeUnit;

/**
 * Has the daemons asked for their time, as long as a job with a timeline runs: ten times quickly,
 * for jobs that are short, then from time to time.
 */
public final class ClockExchange implements AutoCloseable {
    private static final int QUICK = 10;
    private static final long QUICK_MILLIS = 10;
    private static final long MILLIS = 250;

    private final Thread thread;
    private boolean closed;

    /**
     * @param ask asks all daemons; from the thread of this object
     */
    public ClockExchange(Runnable ask) {
        thread = Thread.ofPlatform().daemon().name("strata-clocks").start(() -> run(ask));
    }

    private synchronized void run(Runnable ask) {
        try {
            for (int i = 0; !closed; i++) {
                ask.run();
                TimeUnit.MILLISECONDS.timedWait(this, i < QUICK ? QUICK_MILLIS : MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join(MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
