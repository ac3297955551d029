package org.strata.testkit;

import java.util.concurrent.TimeUnit;

/** Bounds a wait, so that a hang becomes a failure. Far above anything a loaded machine needs. */
final class Deadline {
    private final long nanos;
    private long end;

    Deadline(int seconds) {
        nanos = TimeUnit.SECONDS.toNanos(seconds);
        restart();
    }

    /** Begins anew: something has happened. */
    void restart() {
        end = System.nanoTime() + nanos;
    }

    boolean passed() {
        return System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted();
    }
}
