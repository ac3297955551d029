package org.strata.opal.progress;

import java.util.concurrent.locks.LockSupport;

/**
 * Counts the waits that only the bound on a sleep has ended, although what they wait for had come:
 * a wake-up was lost. That costs up to a tenth of a second, and nothing else shows it.
 *
 * <p>A sleep counts that lasted for the whole bound without a ring, when the poll behind it finds
 * something and there is still no ring. Who is interrupted between its message and its ring just
 * then counts, too, as do sockets, which do not ring, if they become ready just then: once in many
 * thousands of long waits.
 */
final class LateWakeups {
    private final Sleeper sleeper;

    /** Pairs with LateWakeups.count, of a thread that reads counters; stored inside the bracket. */
    private volatile long count;

    /** Pairs with LateWakeups.asleep; stored by the one thread that may sleep. */
    private volatile long asleep;

    LateWakeups(Sleeper sleeper) {
        this.sleeper = sleeper;
    }

    /**
     * Sleeps, between announce and awake.
     *
     * @return whether the sleep has lasted for the whole bound; a sooner timer has a reason of its
     *     own
     */
    boolean sleep(long nanos) {
        long begin = System.nanoTime();
        sleeper.sleep(nanos);
        long lasted = System.nanoTime() - begin;
        long before = asleep;
        asleep = before + lasted;
        return nanos == IdlePolicy.MAX_SLEEP_NANOS && lasted >= nanos;
    }

    /** Rests for some microseconds, of which nobody is told: no sleep is announced. */
    void nap(long nanos) {
        long begin = System.nanoTime();
        LockSupport.parkNanos(this, nanos);
        long before = asleep;
        asleep = before + System.nanoTime() - begin;
    }

    /**
     * Takes whether a poll behind such a sleep has found something, or the wait is done; before
     * awake, inside the bracket.
     */
    void found(boolean something) {
        if (something && !sleeper.rung()) {
            // One thread at a time is in the bracket.
            long before = count;
            count = before + 1;
        }
    }

    /** Returns how long all sleeps have lasted, nanoseconds. */
    long asleep() {
        return asleep;
    }

    long count() {
        return count;
    }
}
