package org.strata.pml.ob1.request;

import java.util.Arrays;

/**
 * The byte ranges of a message that are still to be moved; the last one added is moved first. Tier
 * 2.
 */
public final class ByteRanges {
    private long[] bounds = new long[8];
    private int count;

    /** Returns whether there is none. */
    public boolean isEmpty() {
        return count == 0;
    }

    /** Adds [from, to) unless it is empty. */
    public void add(long from, long to) {
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
    public long from() {
        return bounds[2 * count - 2];
    }

    /** Returns where the next range ends. */
    public long to() {
        return bounds[2 * count - 1];
    }

    /** Removes the first {@code length} bytes of the next range, at most all of it. */
    public void remove(long length) {
        bounds[2 * count - 2] += length;
        if (from() >= to()) {
            count--;
        }
    }

    /** Returns the lowest byte of all ranges; there must be one. */
    public long lowest() {
        long lowest = Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            lowest = Math.min(lowest, bounds[2 * i]);
        }
        return lowest;
    }

    /** Returns the end of the highest range. */
    public long highest() {
        long highest = 0;
        for (int i = 0; i < count; i++) {
            highest = Math.max(highest, bounds[2 * i + 1]);
        }
        return highest;
    }

    /** Removes all. */
    public void clear() {
        count = 0;
    }
}
