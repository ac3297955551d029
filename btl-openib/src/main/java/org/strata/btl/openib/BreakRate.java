package org.strata.btl.openib;

/**
 * Counts the breaks of one peer's connections within an interval, so that a link which carries a
 * packet or two per connection is given up, and one that breaks once in a while is not. Tier 3.
 */
final class BreakRate {
    private final OpenibConfig.Connections limits;
    private long since;
    private long count;

    BreakRate(OpenibConfig.Connections limits) {
        this.limits = limits;
    }

    /** Counts a break; returns whether there were more in the interval than may be. */
    boolean exceeds(long now) {
        if (count == 0 || now - since > limits.reconnectNanos()) {
            since = now;
            count = 0;
        }
        return ++count > limits.maxReconnects();
    }
}
