package org.strata.rcache;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The interval tree of a cache: page ranges that never overlap, so that order by start is order by
 * end too, and a search tree needs no more than a sorted array. Look-ups are binary searches that
 * allocate nothing; an insertion moves at most a few thousand words, which costs far less than the
 * registration with it.
 */
final class RangeTree {
    private long[] bases = new long[16];
    private CachedRange[] ranges = new CachedRange[16];
    private int size;

    /** Returns the index of the last range that starts at or before an address, -1 for none. */
    private int floor(long address) {
        int found = Arrays.binarySearch(bases, 0, size, address);
        return found >= 0 ? found : -found - 2;
    }

    /** Returns the range that contains an address, or null. */
    CachedRange at(long address) {
        int index = floor(address);
        return index >= 0 && address < ranges[index].bound ? ranges[index] : null;
    }

    /** Returns the ranges that overlap another, in order. */
    List<CachedRange> overlapping(long from, long to) {
        List<CachedRange> found = new ArrayList<>(2);
        int index = floor(from);
        if (index < 0 || ranges[index].bound <= from) {
            index++;
        }
        while (index < size && bases[index] < to) {
            found.add(ranges[index++]);
        }
        return found;
    }

    /** Adds a range, which must overlap none. */
    void add(CachedRange range) {
        if (size == bases.length) {
            bases = Arrays.copyOf(bases, 2 * size);
            ranges = Arrays.copyOf(ranges, 2 * size);
        }
        int index = floor(range.base) + 1;
        System.arraycopy(bases, index, bases, index + 1, size - index);
        System.arraycopy(ranges, index, ranges, index + 1, size - index);
        bases[index] = range.base;
        ranges[index] = range;
        size++;
    }

    void remove(CachedRange range) {
        int index = floor(range.base);
        size--;
        System.arraycopy(bases, index + 1, bases, index, size - index);
        System.arraycopy(ranges, index + 1, ranges, index, size - index);
        ranges[size] = null;
    }
}
