package org.strata.rcache;

/**
 * Counts the bytes that operations on unregistered ranges have moved, so that the cache registers a
 * range only once copying it has cost about as much as its registration. The table is small: of the
 * ranges that share a set, a new one replaces the one that has moved least, and the others lose
 * half of their counts, so that ranges that are not used any more go in the end. A range whose
 * count is lost is copied a few times more. Tier 2.
 */
final class RangeUses {
    private static final int WAYS = 4;
    private static final int SET_BITS = 8;
    private static final int SLOTS = WAYS << SET_BITS;

    /** Addresses of the ranges, and what was counted. */
    private final long[] ranges = new long[SLOTS];

    private final long[] counts = new long[SLOTS];

    /**
     * Counts one use of a range; returns whether the bytes of all uses reach a limit. The first use
     * never does: it may be the only one.
     */
    boolean reach(long from, long bytes, long limit) {
        int slot = find(from);
        if (slot < 0) {
            replaceLeast(from, bytes);
            return false;
        }
        counts[slot] += bytes;
        return counts[slot] >= limit;
    }

    /** Counts the uses of a range from the start again. */
    void forget(long from) {
        int slot = find(from);
        if (slot >= 0) {
            counts[slot] = 0;
        }
    }

    private int find(long from) {
        int set = set(from);
        for (int slot = set; slot < set + WAYS; slot++) {
            if (ranges[slot] == from) {
                return slot;
            }
        }
        return -1;
    }

    private void replaceLeast(long from, long bytes) {
        int set = set(from);
        int least = set;
        for (int slot = set; slot < set + WAYS; slot++) {
            least = counts[slot] < counts[least] ? slot : least;
        }
        for (int slot = set; slot < set + WAYS; slot++) {
            counts[slot] /= 2;
        }
        ranges[least] = from;
        counts[least] = bytes;
    }

    /** Returns the first slot of a range's set. */
    private static int set(long from) {
        return (int) (((from >>> 12) * 0x9e3779b97f4a7c15L) >>> (Long.SIZE - SET_BITS)) * WAYS;
    }
}
