package org.strata.opal.time;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * The pauses between attempts at something that may work later, within a deadline. They double up
 * to a limit, and vary at random, so that processes that failed together do not repeat together.
 */
public final class Backoff {
    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Clock clock;
    private final long deadline;
    private long pause = FIRST_NANOS;

    /**
     * Begins now.
     *
     * @param millis time for all attempts and pauses together
     */
    public Backoff(Clock clock, long millis) {
        this.clock = clock;
        deadline = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Returns the milliseconds until the deadline: 0 after it. */
    public long millisLeft() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline - clock.nanoTime()));
    }

    /** Returns the next pause in nanoseconds: 0 when the deadline is before its end. */
    long nextNanos() {
        long nanos = pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2);
        pause = Math.min(2 * pause, LONGEST_NANOS);
        return deadline - clock.nanoTime() > nanos ? nanos : 0;
    }

    /**
     * Waits before the next attempt.
     *
     * @return false, at once, when there is no time for another one
     */
    public boolean pause() throws InterruptedException {
        long nanos = nextNanos();
        if (nanos > 0) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        }
        return nanos > 0;
    }
}
