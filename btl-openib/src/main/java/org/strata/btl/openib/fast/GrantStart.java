package org.strata.btl.openib.fast;

/**
 * From which message number on headers grant space of a ring. Both ends of the ring have one and
 * look at the same packets, so that they agree; at milestones also where nothing is granted, since
 * a ring may stay unused for longer than numbers last. Tier 1.
 */
final class GrantStart {
    private static final int FAR = 1 << 30;
    private static final int STEP = FAR / 2;

    private int from;

    /** Returns whether a message must be looked at for the numbers' sake: one in 2^29 is. */
    static boolean isMilestone(int sequence) {
        return (sequence & (STEP - 1)) == 0;
    }

    /** A ring has been opened; messages have at least this number from now on. */
    void set(int first) {
        from = first;
    }

    /** Returns whether the message with this number was numbered since the ring was opened. */
    boolean isReached(int sequence) {
        int ahead = sequence - from;
        if (ahead >= FAR) {
            // Numbers wrap: 2^31 messages later this one would seem to be before the start.
            from += STEP;
        }
        return ahead >= 0;
    }
}
