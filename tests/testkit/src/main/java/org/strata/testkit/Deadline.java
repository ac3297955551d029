package org.strata.testkit;

import java.util.concurrent.TimeUnit;

/** Bounds a wait, so that a hang becomes a failure. Far above anything a loaded machine needs. */
final class Deadline {
    /** Seconds a single wait may last. */
    static final long SECONDS = 40;

    private final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);

    boolean passed() {
        return System.nanoTime() - end > 0 || Thread.currentThread().isInterrupted();
    }

    long millisLeft() {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }
}
