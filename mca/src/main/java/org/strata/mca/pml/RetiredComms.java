package org.strata.mca.pml;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The communicators that this process has freed: a late packet of one of them is dropped, where one
 * of an unknown communicator is kept until the communicator is made. Identities are kept as ranges
 * of numbers per naming process, so that a loop of creations and frees needs one range. Tier 3.
 */
public final class RetiredComms {
    /**
     * Ranges that are remembered, about 6 MB; beyond, the lowest number of the process with most
     * ranges is forgotten. The one that was freed last stays: its late packets are the ones that
     * come.
     */
    private static final int MAX_RANGES = 1 << 16;

    /** By process: the first number of each range, and the number behind it. */
    private final Map<Integer, TreeMap<Long, Long>> ranges = new HashMap<>();

    private final int maxRanges;
    private int count;

    /** Makes an empty set. */
    public RetiredComms() {
        this(MAX_RANGES);
    }

    /**
     * @param maxRanges ranges that are remembered
     */
    RetiredComms(int maxRanges) {
        this.maxRanges = maxRanges;
    }

    /** Adds a communicator. */
    public void add(long identity) {
        TreeMap<Long, Long> own =
                ranges.computeIfAbsent(CommId.process(identity), any -> new TreeMap<>());
        long first = CommId.number(identity);
        long end = first + 1;
        Map.Entry<Long, Long> before = own.floorEntry(first);
        if (before != null && before.getValue() >= first) {
            first = before.getKey();
            end = Math.max(end, before.getValue());
        } else {
            count++;
        }
        Long after = own.remove(end);
        if (after != null) {
            end = after;
            count--;
        }
        own.put(first, end);
        if (count > maxRanges) {
            forget(own, first);
        }
    }

    /** Forgets one range, but not the one that was added last. */
    private void forget(TreeMap<Long, Long> last, long first) {
        TreeMap<Long, Long> longest = null;
        for (TreeMap<Long, Long> each : ranges.values()) {
            if (each != last && (longest == null || each.size() > longest.size())) {
                longest = each;
            }
        }
        if (longest != null && longest.size() >= last.size()) {
            longest.pollFirstEntry();
            ranges.values().removeIf(TreeMap::isEmpty);
        } else {
            long lowest = last.firstKey();
            last.remove(lowest == first ? last.higherKey(first) : lowest);
        }
        count--;
    }

    /** Returns whether a communicator was added; false for one that has been forgotten. */
    public boolean contains(long identity) {
        TreeMap<Long, Long> own = ranges.get(CommId.process(identity));
        Map.Entry<Long, Long> range = own == null ? null : own.floorEntry(CommId.number(identity));
        return range != null && CommId.number(identity) < range.getValue();
    }
}
