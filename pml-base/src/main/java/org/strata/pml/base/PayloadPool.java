package org.strata.pml.base;

import org.strata.opal.memory.Memory;

/**
 * Native memory for copies of packets and buffered messages, in size classes a quarter of a power
 * of two apart. The classes cut slabs into blocks; a slab of which no block is in use any more goes
 * back to the system, but for a small reserve. All state of a slab is in its first bytes, so that
 * the Java heap does not grow with the number of blocks. Tier 1 up to the largest class.
 */
public final class PayloadPool implements AutoCloseable {
    /** Blocks are multiples of this, and aligned to it. */
    private static final int UNIT_SHIFT = 6;

    /** Classes that are one unit apart; above, each power of two has four. */
    private static final int FINE_CLASSES = 8;

    /** Longest block that is cut from a slab. */
    static final long LONGEST = 256 << 10;

    /** Blocks up to this size are cut from small slabs. */
    private static final long SMALL = 32 << 10;

    private static final long SMALL_SLAB = 1 << 20;
    private static final long LARGE_SLAB = 4 << 20;
    private static final int CLASSES = index(LONGEST) + 1;
    private static final int SMALL_CLASSES = index(SMALL) + 1;

    // A slab, behind the part that belongs to Slabs.

    /** The next slab of the class that has free blocks, or 0. */
    private static final int NEXT = Slabs.HEADER;

    private static final int PREVIOUS = NEXT + 8;

    /** The block that was freed last, or 0; each begins with the one freed before. */
    private static final int FREED = PREVIOUS + 8;

    /** The first block that has never been used. */
    private static final int FRESH = FREED + 8;

    /** Number of blocks in use. */
    private static final int USED = FRESH + 8;

    private static final int SLAB_HEADER = 64;

    private final Slabs small = new Slabs(SMALL_SLAB);
    private final Slabs large = new Slabs(LARGE_SLAB);
    private final LargeBlocks single = new LargeBlocks();

    /** Of each class, the first slab with free blocks, or 0. */
    private final long[] open = new long[CLASSES];

    /** Makes an empty pool. */
    public PayloadPool() {}

    /** Returns the address of at least {@code bytes} bytes, aligned to 64; not zeroed. */
    public long allocate(long bytes) {
        if (bytes > LONGEST) {
            return single.allocate(bytes);
        }
        int index = index(bytes);
        long slab = open[index];
        if (slab == 0) {
            slab = openSlab(index);
        }
        long block = Memory.getWord(slab + FREED);
        if (block != 0) {
            Memory.putWord(slab + FREED, Memory.getWord(block));
        } else {
            block = Memory.getWord(slab + FRESH);
            Memory.putWord(slab + FRESH, block + blockBytes(index));
        }
        Memory.putWord(slab + USED, Memory.getWord(slab + USED) + 1);
        if (isFull(slab, index)) {
            unlink(slab, index);
        }
        return block;
    }

    /** Frees memory that {@link #allocate} returned for {@code bytes} bytes. */
    public void free(long address, long bytes) {
        if (bytes > LONGEST) {
            single.free(address, bytes);
            return;
        }
        int index = index(bytes);
        long slab = address & -slabBytes(index);
        boolean full = isFull(slab, index);
        Memory.putWord(address, Memory.getWord(slab + FREED));
        Memory.putWord(slab + FREED, address);
        long used = Memory.getWord(slab + USED) - 1;
        Memory.putWord(slab + USED, used);
        if (full) {
            link(slab, index);
        }
        if (used == 0) {
            closeSlab(slab, index);
        }
    }

    /** Returns the bytes that a block for {@code bytes} bytes takes. */
    public static long blockBytes(long bytes) {
        return bytes > LONGEST ? LargeBlocks.taken(bytes) : blockBytes(index(bytes));
    }

    /** Returns the bytes that the pool has from the system: in use, or in reserve. */
    public long heldBytes() {
        return small.mapped() + large.mapped() + single.mapped();
    }

    private static int index(long bytes) {
        int units = (int) ((bytes - 1) >>> UNIT_SHIFT);
        return bytes <= 0 ? 0 : units < FINE_CLASSES ? units : coarseIndex(units);
    }

    /** The two bits behind the highest one count the classes of a power of two. */
    private static int coarseIndex(int units) {
        int shift = 29 - Integer.numberOfLeadingZeros(units);
        return FINE_CLASSES + 4 * (shift - 1) + (units >>> shift) - 4;
    }

    private static long blockBytes(int index) {
        if (index < FINE_CLASSES) {
            return (index + 1L) << UNIT_SHIFT;
        }
        int coarse = index - FINE_CLASSES;
        return ((coarse & 3) + 5L) << (coarse / 4 + 1 + UNIT_SHIFT);
    }

    private static long slabBytes(int index) {
        return index < SMALL_CLASSES ? SMALL_SLAB : LARGE_SLAB;
    }

    // Slabs.

    private static boolean isFull(long slab, int index) {
        long end = slab + slabBytes(index);
        return Memory.getWord(slab + FREED) == 0
                && Memory.getWord(slab + FRESH) + blockBytes(index) > end;
    }

    private Slabs slabs(int index) {
        return index < SMALL_CLASSES ? small : large;
    }

    /** Adds an empty slab to a class. */
    private long openSlab(int index) {
        long slab = slabs(index).take();
        Memory.putWord(slab + FREED, 0);
        Memory.putWord(slab + FRESH, slab + SLAB_HEADER);
        Memory.putWord(slab + USED, 0);
        link(slab, index);
        return slab;
    }

    /** Returns an empty slab, unless it is the only one of its class with free blocks. */
    private void closeSlab(long slab, int index) {
        boolean only = open[index] == slab && Memory.getWord(slab + NEXT) == 0;
        if (!only) {
            unlink(slab, index);
            slabs(index).give(slab);
        }
    }

    private void link(long slab, int index) {
        long next = open[index];
        Memory.putWord(slab + NEXT, next);
        Memory.putWord(slab + PREVIOUS, 0);
        if (next != 0) {
            Memory.putWord(next + PREVIOUS, slab);
        }
        open[index] = slab;
    }

    private void unlink(long slab, int index) {
        long next = Memory.getWord(slab + NEXT);
        long previous = Memory.getWord(slab + PREVIOUS);
        if (next != 0) {
            Memory.putWord(next + PREVIOUS, previous);
        }
        if (previous != 0) {
            Memory.putWord(previous + NEXT, next);
        } else {
            open[index] = next;
        }
    }

    /** Returns all memory to the system, blocks in use included. */
    @Override
    public void close() {
        small.close();
        large.close();
        single.close();
    }
}
