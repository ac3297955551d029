package org.strata.pml.ob1;

import java.util.Arrays;

/** A bag of byte ranges of a message that are still to move; the last added goes first. Tier 2. */
final class Ranges {
    private long[] bounds = new long[8];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    /** Adds [from, to) unless it is empty. */
    void add(long from, long to) {
        if (from < to) {
            if (2 * count == bounds.length) {
                bounds = Arrays.copyOf(bounds, bounds.length * 2);
            }
            bounds[2 * count] = from;
            bounds[2 * count + 1] = to;
            count++;
        }
    }

    /** Returns where the next range begins. */
    long from() {
        return bounds[2 * count - 2];
    }

    /** Returns where the next range ends. */
    long to() {
        return bounds[2 * count - 1];
    }

    /** Takes the first {@code length} bytes of the next range, at most all of it. */
    void take(long length) {
        bounds[2 * count - 2] += length;
        if (from() >= to()) {
            count--;
        }
    }

    /** Returns the lowest byte of all ranges; there must be one. */
    long lowest() {
        long lowest = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            lowest = Math.min(lowest, bounds[2 * i]);
        }
        return lowest;
    }

    /** Returns the end of the highest range. */
    long highest() {
        long highest = 0;
        for (int i = 0; i < count; i++) {
            highest = Math.max(highest, bounds[2 * i + 1]);
        }
        return highest;
    }

    void clear() {
        count = 0;
    }
}
