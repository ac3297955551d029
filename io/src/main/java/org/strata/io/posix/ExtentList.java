package org.strata.io.posix;

import java.util.Arrays;

/** Runs of bytes of a file, in the order in which an access visits them; neighbours are joined. */
final class ExtentList {
    private long[] offsets = new long[4];
    private long[] lengths = new long[4];
    private int count;

    /** Adds a run of at least one byte. */
    void add(long offset, long length) {
        int last = count - 1;
        if (last >= 0 && offsets[last] + lengths[last] == offset) {
            lengths[last] += length;
            return;
        }
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        offsets[count] = offset;
        lengths[count++] = length;
    }

    int count() {
        return count;
    }

    long offset(int index) {
        return offsets[index];
    }

    long length(int index) {
        return lengths[index];
    }

    long end(int index) {
        return offsets[index] + lengths[index];
    }

    /** Returns the lowest offset; 0 for none. */
    long first() {
        long first = count == 0 ? 0 : Long.MAX_VALUE;
        for (int i = 0; i < count; i++) {
            first = Math.min(first, offsets[i]);
        }
        return first;
    }

    /** Returns the highest end; 0 for none. */
    long end() {
        long end = 0;
        for (int i = 0; i < count; i++) {
            end = Math.max(end, end(i));
        }
        return end;
    }

    /** Removes all. */
    void clear() {
        count = 0;
    }
}
