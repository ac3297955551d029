package org.strata.verbs.soft;

import java.util.Map;
import java.util.TreeMap;

/**
 * Counts how many ranges hold each address: the count changes only at the keys of a map. Not
 * thread-safe. Tier 3.
 */
final class LockedRanges {
    /** From each key up to the next one, so many ranges hold an address. */
    private final TreeMap<Long, Integer> counts = new TreeMap<>();

    /** Receives a range that is not held any more. */
    @FunctionalInterface
    interface Unlocker {
        void unlock(long from, long to);
    }

    /** Adds a range. */
    void add(long from, long to) {
        split(from);
        split(to);
        counts.subMap(from, to).replaceAll((at, count) -> count + 1);
        join(from);
        join(to);
    }

    /** Removes a range that was added; passes on its parts that no other range holds. */
    void remove(long from, long to, Unlocker unlocker) {
        split(from);
        split(to);
        for (Map.Entry<Long, Integer> part : counts.subMap(from, to).entrySet()) {
            int left = part.getValue() - 1;
            part.setValue(left);
            if (left == 0) {
                unlocker.unlock(part.getKey(), counts.higherKey(part.getKey()));
            }
        }
        for (Long at : counts.subMap(from, true, to, true).keySet().toArray(new Long[0])) {
            join(at);
        }
    }

    /** Returns whether nothing is held. */
    boolean isEmpty() {
        return counts.isEmpty();
    }

    private int before(long at) {
        Map.Entry<Long, Integer> entry = counts.lowerEntry(at);
        return entry == null ? 0 : entry.getValue();
    }

    private void split(long at) {
        counts.putIfAbsent(at, before(at));
    }

    /** Removes a key at which the count does not change. */
    private void join(long at) {
        Integer count = counts.get(at);
        if (count != null && count == before(at)) {
            counts.remove(at);
        }
    }
}
