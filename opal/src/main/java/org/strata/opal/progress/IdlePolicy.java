package org.strata.opal.progress;

/**
 * How long an idle thread polls before it yields its core, and before it sleeps.
 *
 * @param spins polls with a spin hint between them
 * @param yields further polls with a yield of the core between them
 * @param parks whether to sleep after that until a peer rings; false polls on
 * @param hotPolls polls without a pause, before all others; at most as many as {@code spins}
 * @param directed whether a wait for one source polls that source more often than the others
 * @param adapts whether the only thread of the bracket polls for a time that it learns ({@link
 *     SpinBudget}) instead of {@code spins} and {@code yields}
 */
public record IdlePolicy(
        int spins, int yields, boolean parks, int hotPolls, boolean directed, boolean adapts) {
    /** Bound on one sleep: a safety net, since every event that matters rings. */
    static final long MAX_SLEEP_NANOS = 100_000_000L;

    private static final int HOT_POLLS = 256;

    /** These last some microseconds, a hundredth of the polls of a rank with a core of its own. */
    private static final int FEW_POLLS = 100;

    /** Makes a policy with the usual beginning of a wait. */
    public IdlePolicy(int spins, int yields, boolean parks) {
        this(spins, yields, parks, HOT_POLLS, true, false);
    }

    /** Returns the same policy, but for the beginning of a wait. */
    public IdlePolicy withBeginning(int hot, boolean directs) {
        return new IdlePolicy(spins, yields, parks, hot, directs, adapts);
    }

    /** Returns the same policy for waits whose polls are counted, or for those that adapt. */
    public IdlePolicy adapting(boolean on) {
        return new IdlePolicy(spins, yields, parks, hotPolls, directed, on);
    }

    /**
     * Returns whether a wait ends in sleep after some microseconds, as where ranks share cores:
     * most messages find the thread asleep.
     */
    public boolean sleepsSoon() {
        return parks && spins + (long) yields <= FEW_POLLS;
    }
}
