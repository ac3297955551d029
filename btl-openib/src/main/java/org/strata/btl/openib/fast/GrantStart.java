package org.strata.btl.openib.fast;

/**
 * From which message number on headers grant space of a ring. Both ends of the ring have one and
 * look at the same packets, so that they agree. Tier 1.
 */
final class GrantStart {
    private static final int FAR = 1 << 30;

    private int from;

    /** A ring has been opened; messages have at least this number from now on. */
    void set(int first) {
        from = first;
    }

    /** Returns whether the message with this number was numbered since the ring was opened. */
    boolean isReached(int sequence) {
        int ahead = sequence - from;
        if (ahead >= FAR) {
            // Numbers wrap: 2^31 messages later this one would seem to be before the start.
            from += FAR / 2;
        }
        return ahead >= 0;
    }
}
