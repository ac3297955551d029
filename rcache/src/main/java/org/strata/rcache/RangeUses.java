package org.strata.rcache;

/**
 * Counts the bytes that operations on unregistered ranges have moved, so that the cache registers a
 * range only once copying it has cost about as much as its registration. The table is small and
 * ranges overwrite each other: a range whose count is lost is copied a few times more. Tier 2.
 */
final class RangeUses {
    private static final int SLOTS = 512;

    /** Addresses of the ranges, and what was counted. */
    private final long[] ranges = new long[SLOTS];

    private final long[] counts = new long[SLOTS];

    /**
     * Counts one use of a range; returns whether the bytes of all uses reach a limit. The first use
     * never does: it may be the only one.
     */
    boolean reach(long from, long bytes, long limit) {
        int slot = slot(from);
        if (ranges[slot] != from) {
            ranges[slot] = from;
            counts[slot] = bytes;
            return false;
        }
        counts[slot] += bytes;
        return counts[slot] >= limit;
    }

    /** Counts the uses of a range from the start again. */
    void forget(long from) {
        counts[slot(from)] = 0;
    }

    private static int slot(long from) {
        return (int) (((from >>> 12) * 0x9e3779b97f4a7c15L) >>> 55);
    }
}
