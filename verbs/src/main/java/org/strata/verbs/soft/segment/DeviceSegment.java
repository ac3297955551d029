package org.strata.verbs.soft.segment;

import org.strata.opal.memory.RangeAllocator;

/**
 * The memory of one open device that peers see: its header, tables, queues, and buffers made by
 * {@code Context.allocate}. A place in it is named by a <em>ref</em>, its distance from {@link
 * #base}, which is the same for everybody; the base differs from process to process. Inside one JVM
 * the base is 0 and refs are addresses.
 *
 * <p>Allocation is tier 3 and thread-safe. The memory outlives {@link #close}: it is unmapped when
 * nothing, peers in this JVM included, refers to this object any more.
 */
public abstract class DeviceSegment {
    private static final long LINE = 64;

    private final RangeAllocator ranges = new RangeAllocator();

    /** Bytes allocated now. */
    private long used;

    /** Returns what refs count from. */
    public abstract long base();

    /** Returns the address of the header: the first thing allocated. */
    public abstract long header();

    /** Returns whether peers can reach all of a range by a plain copy. */
    public abstract boolean holds(long address, long length);

    /** Adds at least {@code bytes} with {@link #addMemory}; returns false when there is no more. */
    abstract boolean grow(long bytes);

    /** Removes the name by which peers find the segment. */
    public abstract void close();

    /**
     * Returns the address of new zeroed memory, or 0 when there is none.
     *
     * @param alignment a power of two, at least 64
     */
    public final synchronized long allocate(long bytes, long alignment) {
        long length = rounded(bytes);
        long at = ranges.allocate(length, alignment);
        if (at == 0 && grow(length + alignment)) {
            at = ranges.allocate(length, alignment);
        }
        used += at == 0 ? 0 : length;
        return at;
    }

    /** Returns the bytes allocated now. */
    public final synchronized long used() {
        return used;
    }

    /** Frees what was allocated with this length. */
    public final synchronized void free(long address, long bytes) {
        used -= rounded(bytes);
        ranges.free(address, rounded(bytes));
    }

    /** Adds free memory; for {@link #grow}, which runs under this object's monitor. */
    final void addMemory(long address, long bytes) {
        ranges.free(address, bytes);
    }

    private static long rounded(long bytes) {
        return (bytes + LINE - 1) & -LINE;
    }
}
