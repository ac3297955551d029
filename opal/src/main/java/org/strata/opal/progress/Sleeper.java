package org.strata.opal.progress;

/**
 * Where a rank sleeps and what ends the sleep. One thread sleeps at a time per rank in the normal
 * case; when several do, one ring wakes them all.
 *
 * <p>Protocol, which loses no wake-up: the sleeper stores its state in the sleep word ({@link
 * #announce}), fences, polls everything once more and only then sleeps; a peer publishes its
 * message, fences, and rings when it reads a word other than {@link #AWAKE}.
 */
public interface Sleeper {
    /** Sleep word: running, no ring needed. */
    int AWAKE = 0;

    /** Sleep word: sleeps in a futex on the word itself. */
    int IN_FUTEX = 1;

    /** Sleep word, low byte: sleeps in a selector; {@link Doorbell} says how it is rung. */
    int IN_SELECTOR = 2;

    /** Says that a sleep is about to begin; ends with a full fence. */
    void announce();

    /**
     * Sleeps until rung or woken, at most {@code nanos}; returns at once when rung since announce.
     */
    void sleep(long nanos);

    /** Says that the sleep is over. */
    void awake();

    /** Ends a sleep, from any thread of this process; cheap when nobody sleeps. */
    void wake();

    /** As {@link #wake}, for a thread that is about to poll what the sleeper may be blocked in. */
    default void interruptSleep() {
        wake();
    }
}
