package org.strata.btl.openib;

/**
 * How long a rank with open rings sleeps at most. A write to a ring wakes nobody, so the rank must
 * look again. Where ranks share cores it sleeps in nearly every wait, for a message that is about
 * to come: the first nap after a packet is short, and each further one twice as long.
 */
final class RingNaps {
    static final long FIRST_NANOS = 20_000L;

    /** Longest nap. */
    static final long MOST_NANOS = 1_000_000L;

    private long nap = FIRST_NANOS;
    private long seen;

    /**
     * Returns the bound of the next sleep.
     *
     * @param packets that have come by ring so far
     */
    long next(long packets) {
        if (packets != seen) {
            seen = packets;
            nap = FIRST_NANOS;
        }
        long now = nap;
        nap = Math.min(2 * nap, MOST_NANOS);
        return now;
    }
}
