package org.strata.pml.base;

import org.strata.opal.memory.Memory;

/**
 * Native memory for copies of packets and buffered messages, in size classes a quarter of a power
 * of two apart. The classes cut slabs into blocks; a slab of which no block is in use any more goes
 * back to the system, but for a small reserve. The state of a slab is in its first bytes, so that
 * the Java heap does not grow with the number of blocks. Tier 1 up to the largest class.
 */
public final class PayloadPool implements AutoCloseable {
    private static final int UNIT_SHIFT = 6;

    /** Blocks are multiples of this, and aligned to it. */
    public static final long UNIT = 1 << UNIT_SHIFT;

    /** Longest block that is cut from a slab. */
    static final long LONGEST = 256 << 10;

    /** Blocks up to this size are cut from small slabs. */
    private static final long SMALL = 32 << 10;

    private static final long SMALL_SLAB = 1 << 20;
    private static final long LARGE_SLAB = 4 << 20;
    private static final int CLASSES = index(LONGEST) + 1;

    // A slab, behind the part that belongs to Slabs. Of the current slab of a class, what is here
    // is out of date.

    /** The next slab of the class that has free blocks, or 0. */
    private static final int NEXT = Slabs.HEADER;

    private static final int PREVIOUS = NEXT + 8;

    /** The block that was freed last, or 0; each begins with the one freed before. */
    private static final int FREED = PREVIOUS + 8;

    /** Number of blocks in use. */
    private static final int USED = FREED + 8;

    private static final int SLAB_HEADER = 64;

    private final Slabs small = new Slabs(SMALL_SLAB);
    private final Slabs large = new Slabs(LARGE_SLAB);
    private final LargeBlocks single = new LargeBlocks();
    private final SizeClass[] classes = new SizeClass[CLASSES];

    /**
     * The blocks of one size. They come from the current slab until it has none left, so that most
     * calls touch no slab's header.
     */
    private final class SizeClass {
        private final Slabs source;
        private final long blockBytes;
        private final long slabMask;

        /** The current slab, or 0. */
        private long current;

        /** The block of the current slab that was freed last, or 0. */
        private long freed;

        /** The first block of the current slab that has never been used, and the end of such. */
        private long fresh;

        private long end;
        private long used;

        /** The first of the other slabs with free blocks, or 0. */
        private long open;

        SizeClass(long bytes) {
            source = bytes <= SMALL ? small : large;
            blockBytes = bytes;
            slabMask = -(bytes <= SMALL ? SMALL_SLAB : LARGE_SLAB);
        }

        long allocate() {
            long block = freed;
            if (block == 0) {
                return allocateFresh();
            }
            freed = Memory.getWord(block);
            used++;
            return block;
        }

        private long allocateFresh() {
            if (fresh == end) {
                nextSlab();
                if (freed != 0) {
                    return allocate();
                }
            }
            long block = fresh;
            fresh = block + blockBytes;
            used++;
            return block;
        }

        /** Makes a slab with free blocks the current one; the one so far has none. */
        private void nextSlab() {
            if (current != 0) {
                Memory.putWord(current + FREED, 0);
                Memory.putWord(current + USED, used);
            }
            if (open != 0) {
                current = open;
                unlink(current);
                freed = Memory.getWord(current + FREED);
                used = Memory.getWord(current + USED);
                fresh = end;
                return;
            }
            current = source.take();
            fresh = current + SLAB_HEADER;
            end = fresh + (-slabMask - SLAB_HEADER) / blockBytes * blockBytes;
            freed = 0;
            used = 0;
        }

        void free(long block) {
            long slab = block & slabMask;
            if (slab == current) {
                Memory.putWord(block, freed);
                freed = block;
                used--;
            } else {
                free(block, slab);
            }
        }

        /** A slab that is not the current one has no block that has never been used. */
        private void free(long block, long slab) {
            long before = Memory.getWord(slab + FREED);
            Memory.putWord(block, before);
            Memory.putWord(slab + FREED, block);
            if (before == 0) {
                link(slab);
            }
            long left = Memory.getWord(slab + USED) - 1;
            Memory.putWord(slab + USED, left);
            if (left == 0) {
                unlink(slab);
                source.give(slab);
            }
        }

        private void link(long slab) {
            long next = open;
            Memory.putWords(slab + NEXT, next, 0);
            if (next != 0) {
                Memory.putWord(next + PREVIOUS, slab);
            }
            open = slab;
        }

        private void unlink(long slab) {
            long next = Memory.getWord(slab + NEXT);
            long previous = Memory.getWord(slab + PREVIOUS);
            if (next != 0) {
                Memory.putWord(next + PREVIOUS, previous);
            }
            if (previous != 0) {
                Memory.putWord(previous + NEXT, next);
            } else {
                open = next;
            }
        }
    }

    /** Makes an empty pool. */
    public PayloadPool() {
        for (long bytes = 1; bytes <= LONGEST; bytes = blockBytes(bytes) + 1) {
            classes[index(bytes)] = new SizeClass(blockBytes(bytes));
        }
    }

    /** Returns the address of at least {@code bytes} bytes, aligned to 64; not zeroed. */
    public long allocate(long bytes) {
        return bytes > LONGEST ? single.allocate(bytes) : classes[index(bytes)].allocate();
    }

    /** Frees memory that {@link #allocate} returned for {@code bytes} bytes. */
    public void free(long address, long bytes) {
        if (bytes > LONGEST) {
            single.free(address, bytes);
        } else {
            classes[index(bytes)].free(address);
        }
    }

    /** Returns the bytes that a block for {@code bytes} bytes takes. */
    static long blockBytes(long bytes) {
        if (bytes > LONGEST) {
            return LargeBlocks.taken(bytes);
        }
        long last = Math.max(bytes, 1) - 1;
        int shift = shift(last);
        return ((last >> shift) + 1) << shift;
    }

    /** Returns the bytes that the pool has from the system: in use, or in reserve. */
    public long heldBytes() {
        return small.mapped() + large.mapped() + single.mapped();
    }

    /** Each power of two has four classes, but for the least ones, which are a unit apart. */
    private static int index(long bytes) {
        long last = Math.max(bytes, 1) - 1;
        int shift = shift(last);
        return (int) (last >> shift) + ((shift - UNIT_SHIFT) << 2);
    }

    /** Returns the logarithm of the distance of classes around a number of bytes. */
    private static int shift(long last) {
        return Math.max(UNIT_SHIFT, 61 - Long.numberOfLeadingZeros(last));
    }

    /** Returns all memory to the system, blocks in use included. */
    @Override
    public void close() {
        small.close();
        large.close();
        single.close();
    }
}
