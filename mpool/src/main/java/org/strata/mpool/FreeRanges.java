package org.strata.mpool;

import java.util.Map;
import java.util.TreeMap;

/** First-fit allocation of byte ranges; adjacent free ranges are merged. Not thread-safe. */
final class FreeRanges {
    private final TreeMap<Long, Long> lengths = new TreeMap<>();

    FreeRanges(long length) {
        lengths.put(0L, length);
    }

    /** Allocates a range; returns its start, or -1 when none is long enough. */
    long take(long length, long alignment) {
        for (Map.Entry<Long, Long> range : lengths.entrySet()) {
            long start = (range.getKey() + alignment - 1) & -alignment;
            long before = start - range.getKey();
            if (before + length <= range.getValue()) {
                split(range.getKey(), range.getValue(), before, length);
                return start;
            }
        }
        return -1;
    }

    private void split(long from, long total, long before, long taken) {
        lengths.remove(from);
        if (before > 0) {
            lengths.put(from, before);
        }
        long rest = total - before - taken;
        if (rest > 0) {
            lengths.put(from + before + taken, rest);
        }
    }

    /** Releases a range. */
    void give(long start, long length) {
        long from = start;
        long size = length;
        Map.Entry<Long, Long> before = lengths.lowerEntry(from);
        if (before != null && before.getKey() + before.getValue() == from) {
            from = before.getKey();
            size += before.getValue();
        }
        Long after = lengths.remove(start + length);
        if (after != null) {
            size += after;
        }
        lengths.put(from, size);
    }

    /** Returns whether everything is free. */
    boolean allFree(long length) {
        return lengths.size() == 1 && lengths.firstEntry().getValue() == length;
    }
}
