package org.strata.coll.shm;

/** The rules for communicators of one size: for each collective, a way from a length on. Tier 1. */
final class SharedTable {
    /** By collective: lengths in ascending order, the first of them 0, and the way from each on. */
    private final long[][] lengths = new long[SharedKind.values().length][];

    private final SharedWay[][] ways = new SharedWay[SharedKind.values().length][];

    /** Sets the steps of a collective. */
    void set(SharedKind kind, long[] from, SharedWay[] way) {
        lengths[kind.ordinal()] = from;
        ways[kind.ordinal()] = way;
    }

    /**
     * Returns the way of a collective.
     *
     * @param bytes what the rules measure the collective by
     */
    SharedWay way(SharedKind kind, long bytes) {
        long[] from = lengths[kind.ordinal()];
        int i = from.length - 1;
        while (from[i] > bytes) {
            i--;
        }
        return ways[kind.ordinal()][i];
    }

    /** Returns a number that tables with different rules hardly ever share, in any process. */
    int checksum() {
        int sum = 0;
        for (int kind = 0; kind < lengths.length; kind++) {
            for (int i = 0; i < lengths[kind].length; i++) {
                sum = 31 * sum + Long.hashCode(lengths[kind][i]);
                sum = 31 * sum + ways[kind][i].ordinal();
            }
            sum = 31 * sum - 1;
        }
        return sum;
    }

    /**
     * Returns the rules as a line: {@code "allreduce: cells, slices from 2048, next from 65536"}.
     */
    String line(SharedKind kind) {
        StringBuilder text = new StringBuilder(kind.label()).append(": ");
        long[] from = lengths[kind.ordinal()];
        for (int i = 0; i < from.length; i++) {
            text.append(i == 0 ? "" : ", ").append(ways[kind.ordinal()][i].label());
            text.append(i == 0 ? "" : " from " + from[i]);
        }
        return text.toString();
    }
}
