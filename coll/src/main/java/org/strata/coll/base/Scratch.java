package org.strata.coll.base;

import java.lang.foreign.Arena;

/**
 * Temporary native memory of one rank's collectives. Blocks are reused, so that a program that
 * repeats its collectives allocates memory only in the first round. Callers are inside the progress
 * bracket, which is the lock when threads share the rank.
 */
public final class Scratch {
    private static final long SMALLEST = 4096;
    private static final long ALIGNMENT = 64;

    private final long limit;
    private final ScratchBlock[] free = new ScratchBlock[256];
    private long kept;

    /**
     * @param limit bytes kept for reuse; the garbage collector frees blocks above it
     */
    public Scratch(long limit) {
        this.limit = limit;
    }

    /** Returns a block of at least so many bytes, aligned to a cache line, content undefined. */
    ScratchBlock allocate(long bytes) {
        long size = rounded(bytes);
        int kind = kind(size);
        ScratchBlock block = free[kind];
        if (block == null) {
            return new ScratchBlock(Arena.ofAuto().allocate(size, ALIGNMENT), kind);
        }
        free[kind] = block.next;
        block.next = null;
        kept -= size;
        return block;
    }

    /** Keeps a block for reuse, or drops it where the limit is reached. */
    void release(ScratchBlock block) {
        long size = block.memory.byteSize();
        if (kept + size <= limit) {
            block.next = free[block.kind];
            free[block.kind] = block;
            kept += size;
        }
    }

    /** Returns the bytes that are kept for reuse. */
    long kept() {
        return kept;
    }

    /** Rounds up to one of four sizes per power of two. */
    private static long rounded(long bytes) {
        if (bytes <= SMALLEST) {
            return SMALLEST;
        }
        long unit = Long.highestOneBit(bytes - 1) >> 2;
        return (bytes + unit - 1) / unit * unit;
    }

    private static int kind(long size) {
        int log = 63 - Long.numberOfLeadingZeros(size);
        return log * 4 + (int) ((size >> (log - 2)) & 3);
    }
}
