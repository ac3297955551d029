package org.strata.opal.progress;

/**
 * How long an idle thread polls before it yields its core, and before it sleeps.
 *
 * @param spins polls with a spin hint between them
 * @param yields further polls with a yield of the core between them
 * @param parks whether to sleep after that until a peer rings; false polls on
 * @param hotPolls polls without a pause, before all others; at most as many as {@code spins}
 * @param directed whether a wait for one source polls that source more often than the others
 */
public record IdlePolicy(int spins, int yields, boolean parks, int hotPolls, boolean directed) {
    /** Bound on one sleep: a safety net, since every event that matters rings. */
    static final long MAX_SLEEP_NANOS = 100_000_000L;

    private static final int HOT_POLLS = 256;

    /** These last some microseconds, a hundredth of the polls of a rank with a core of its own. */
    private static final int FEW_POLLS = 100;

    /** Makes a policy with the usual beginning of a wait. */
    public IdlePolicy(int spins, int yields, boolean parks) {
        this(spins, yields, parks, HOT_POLLS, true);
    }

    /**
     * Returns whether a wait ends in sleep after some microseconds, as where ranks share cores:
     * most messages find the thread asleep.
     */
    public boolean sleepsSoon() {
        return parks && spins + (long) yields <= FEW_POLLS;
    }
}
