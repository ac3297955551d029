package org.strata.opal.progress;

/**
 * How long an idle thread polls before it yields its core, and before it sleeps.
 *
 * @param spins polls with a spin hint between them
 * @param yields further polls with a yield of the core between them
 * @param parks whether to sleep after that until a peer rings; false polls on
 */
public record IdlePolicy(int spins, int yields, boolean parks) {
    /** Bound on one sleep: a safety net, since every event that matters rings. */
    static final long MAX_SLEEP_NANOS = 100_000_000L;
}
