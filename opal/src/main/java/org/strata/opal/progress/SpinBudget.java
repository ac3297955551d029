package org.strata.opal.progress;

/**
 * For how long a waiting thread polls before it sleeps, learned from the waits before. Times are in
 * nanoseconds. Tier 1; one thread at a time.
 *
 * <p>Polling pays while what is awaited comes sooner than a sleeping thread could be woken; after
 * that it takes the core from whom the thread waits for, from compilers, and from other processes.
 * So the budget is halved after a wait that was much longer, doubled after one that ended within it
 * up to the usual budget, and grows beyond that only where waits have ended soon after the thread
 * had gone to sleep, as over a network with a long latency.
 */
final class SpinBudget {
    /** A new rank waits for others that are starting. */
    private static final long FIRST = 10_000;

    private static final long LEAST = 5_000;

    /** About what the wake-up of a sleeping thread costs. */
    private static final long USUAL = 40_000;

    /** Longer waits are worth a sleep, whatever follows. */
    private static final long MOST = 200_000;

    /** One round in this many reads the clock, and the one that measures how long a round is. */
    private static final int CLOCK_RATIO = 8;

    private static final int MEASURED_ROUND = 3;

    private long budget = FIRST;
    private long began;
    private long woken;
    private boolean spent;
    private boolean slept;

    /** Polls are interpreted at first. */
    private long roundNanos = 1_000;

    private boolean measured = true;

    /** Begins a wait, and so ends the one before, which is known only now to have ended. */
    void begin(long now) {
        if (slept) {
            long lasted = woken - began;
            budget = lasted <= MOST ? Math.min(2 * lasted, MOST) : Math.max(budget / 2, LEAST);
        } else if (budget < USUAL) {
            budget = Math.min(2 * budget, USUAL);
        }
        if (!measured) {
            // It was over too soon: rounds may have become shorter.
            roundNanos = Math.max(1, roundNanos / 2);
        }
        measured = false;
        began = now;
        spent = false;
        slept = false;
    }

    /** Returns whether a wait's round must look at the clock: see {@link #look}. */
    boolean isDue(int round) {
        return !spent && ((round & (CLOCK_RATIO - 1)) == 0 || round == MEASURED_ROUND);
    }

    /** Takes the time of a round that {@link #isDue}. */
    void look(int round, long now) {
        if (!measured) {
            roundNanos = Math.max(1, (now - began) / (round - 1));
            measured = true;
        }
        spent = now - began > budget;
    }

    /** Returns whether the wait has used up the budget: the thread sleeps. */
    boolean isSpent() {
        return spent;
    }

    /** Returns how long the wait has lasted. */
    long lasted(long now) {
        return now - began;
    }

    /** Notes that the thread has slept until now because the budget was spent. */
    void slept(long now) {
        slept = true;
        woken = now;
    }

    /** Returns how long a round of the last wait took: a poll over tcp is a call of the system. */
    long roundNanos() {
        return roundNanos;
    }

    /** Returns the budget of the current wait. */
    long nanos() {
        return budget;
    }
}
