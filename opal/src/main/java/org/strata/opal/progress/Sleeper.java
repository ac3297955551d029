package org.strata.opal.progress;

/**
 * Puts a rank to sleep and wakes it. Normally one thread of a rank sleeps at a time; when several
 * do, one ring wakes them all.
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

    /** Sleep word, low byte: sleeps in a selector; {@link Doorbell} defines the other bytes. */
    int IN_SELECTOR = 2;

    /** Announces a sleep in the sleep word, then fences fully. */
    void announce();

    /**
     * Sleeps until rung or woken, at most {@code nanos}; returns at once when rung since announce.
     */
    void sleep(long nanos);

    /**
     * Returns whether the sleep that was announced has been rung or woken; until {@link #awake}.
     * Sleepers that cannot tell return true.
     */
    default boolean rung() {
        return true;
    }

    /**
     * Returns whether a peer's ring ends a sleep so late that a thread in a wait which may end soon
     * had better look again every few dozen microseconds by itself.
     */
    default boolean wakesSlowly() {
        return false;
    }

    /** Stores {@link #AWAKE} in the sleep word: the sleep is over. */
    void awake();

    /** Ends a sleep, from any thread of this process; cheap when nobody sleeps. */
    void wake();

    /**
     * As {@link #wake}, for a thread that is about to poll the selector in which another may sleep.
     */
    default void interruptSleep() {
        wake();
    }
}
