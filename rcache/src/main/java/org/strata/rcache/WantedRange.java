package org.strata.rcache;

import java.util.ArrayList;
import java.util.List;

/**
 * The range of an acquisition.
 *
 * @param from address of the first page
 * @param to address behind the last one
 * @param access accesses
 * @param keep whether the registration is kept for the next operation
 * @param shared whether other acquisitions find the registration
 * @param keepAlives the memory: the part that the operation names first, then those of the ranges
 *     that were merged with it; empty where nothing identifies it
 * @param longest bytes of the longest single acquisition
 */
record WantedRange(
        long from,
        long to,
        int access,
        boolean keep,
        boolean shared,
        List<KeepAlive> keepAlives,
        long longest) {
    /**
     * Limit of merging, as a multiple of the longest acquisition: without it a window that slides
     * over a large buffer would end with a registration of the whole buffer.
     */
    private static final int MERGE_FACTOR = 4;

    /**
     * Most parts of different memory in one registration: it holds all of them until it is
     * deregistered, so small buffers side by side must not gather in one.
     */
    private static final int MOST_PARTS = 16;

    /** A range of memory that nothing identifies: for one operation. */
    static WantedRange unknown(long from, long to, int access) {
        return new WantedRange(from, to, access, false, false, List.of(), to - from);
    }

    /** A range of memory that a part keeps alive. */
    static WantedRange of(KeepAlive part, long from, long to, int access, boolean keep) {
        return new WantedRange(from, to, access, keep, true, List.of(part), to - from);
    }

    long bytes() {
        return to - from;
    }

    /** Returns the same for one operation only: no other acquisition finds it. */
    WantedRange unshared() {
        return new WantedRange(from, to, access, false, false, keepAlives, longest);
    }

    /**
     * Returns this together with a cached range that it overlaps; the same with the accesses of
     * both where that would be much longer, or memory of too many owners.
     */
    WantedRange with(CachedRange range) {
        int both = access | range.registration.access();
        long first = Math.min(from, range.base);
        long end = Math.max(to, range.bound);
        long longer = Math.max(longest, range.longestAcquisition);
        List<KeepAlive> all = new ArrayList<>(keepAlives);
        range.keepAlives.forEach(part -> add(all, part));
        if (end - first > longer * MERGE_FACTOR || all.size() > MOST_PARTS) {
            return new WantedRange(from, to, both, keep, shared, keepAlives, longest);
        }
        return new WantedRange(first, end, both, keep || range.keep, shared, all, longer);
    }

    /** Adds a part, or extends one of the same memory. */
    private static void add(List<KeepAlive> parts, KeepAlive part) {
        for (int i = 0; i < parts.size(); i++) {
            KeepAlive other = parts.get(i);
            if (other.sameMemory(part) && other.touches(part)) {
                parts.set(i, other.extendedTo(part));
                return;
            }
        }
        parts.add(part);
    }
}
