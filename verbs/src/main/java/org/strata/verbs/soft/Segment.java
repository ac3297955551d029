package org.strata.verbs.soft;

/**
 * The memory of one open device that peers see: its header, tables, queues, and buffers made by
 * {@code Context.allocate}. A place in it is named by a <em>ref</em>, its distance from {@link
 * #base}, which is the same for everybody; the base differs from process to process. Inside one JVM
 * the base is 0 and refs are addresses.
 *
 * <p>Allocation is tier 3 and thread-safe. The memory outlives {@link #close}: it goes when nobody,
 * peers in this JVM included, refers to this object any more.
 */
abstract class Segment {
    private static final long LINE = 64;

    private final SegmentHeap heap = new SegmentHeap();

    /** Returns what refs count from. */
    abstract long base();

    /** Returns the address of the header: the first thing allocated. */
    abstract long header();

    /** Returns whether peers can reach all of a range by a plain copy. */
    abstract boolean holds(long address, long length);

    /** Adds memory to the heap with {@link #give}; false when there is none. */
    abstract boolean grow(long bytes);

    /** Takes away the name by which peers find it. */
    abstract void close();

    /**
     * Returns the address of new zeroed memory, or 0 when there is none.
     *
     * @param alignment a power of two, at least 64
     */
    final synchronized long allocate(long bytes, long alignment) {
        long length = rounded(bytes);
        long at = heap.take(length, alignment);
        if (at == 0 && grow(length + alignment)) {
            at = heap.take(length, alignment);
        }
        return at;
    }

    /** Frees what was allocated with this length. */
    final synchronized void free(long address, long bytes) {
        heap.give(address, rounded(bytes));
    }

    /** Adds free memory; called while holding this. */
    final void give(long address, long bytes) {
        heap.give(address, bytes);
    }

    private static long rounded(long bytes) {
        return (bytes + LINE - 1) & -LINE;
    }
}
