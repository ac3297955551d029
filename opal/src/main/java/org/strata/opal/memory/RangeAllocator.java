package org.strata.opal.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * First-fit allocator over native memory that its user adds, range by range; it joins neighbouring
 * free ranges. Not thread-safe. Tier 3.
 */
public final class RangeAllocator {
    /** Lengths of the free ranges by their addresses. */
    private final TreeMap<Long, Long> free = new TreeMap<>();

    /** Makes an allocator without memory, see {@link #free}. */
    public RangeAllocator() {}

    /**
     * Allocates a range and fills it with zero.
     *
     * @param length bytes, more than 0
     * @param alignment of the address, a power of two
     * @return the address, or 0 when no free range is long enough
     */
    public long allocate(long length, long alignment) {
        long address = reserve(length, alignment);
        if (address != 0) {
            Memory.zero(address, length);
        }
        return address;
    }

    /** As {@link #allocate}, but does not touch the memory, whose pages need not exist yet. */
    public long reserve(long length, long alignment) {
        for (Map.Entry<Long, Long> range : free.entrySet()) {
            long address = (range.getKey() + alignment - 1) & -alignment;
            long before = address - range.getKey();
            if (before + length <= range.getValue()) {
                split(range.getKey(), range.getValue(), before, length);
                return address;
            }
        }
        return 0;
    }

    private void split(long from, long total, long before, long length) {
        free.remove(from);
        if (before > 0) {
            free.put(from, before);
        }
        long rest = total - before - length;
        if (rest > 0) {
            free.put(from + before + length, rest);
        }
    }

    /** Frees an allocated range with the length it was allocated with, or adds new memory. */
    public void free(long address, long length) {
        long from = address;
        long size = length;
        Map.Entry<Long, Long> before = free.lowerEntry(from);
        if (before != null && before.getKey() + before.getValue() == from) {
            from = before.getKey();
            size += before.getValue();
        }
        Long after = free.remove(address + length);
        if (after != null) {
            size += after;
        }
        free.put(from, size);
    }
}
