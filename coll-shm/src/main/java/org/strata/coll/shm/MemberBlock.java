package org.strata.coll.shm;

/**
 * Offsets in a member's block of shared memory: a few control words, then cells. Words that
 * different processes write, or that one writes and another polls, are 128 bytes apart: two cache
 * lines, since processors prefetch lines in pairs.
 *
 * @param cells cells of a block, a power of two
 * @param cellBytes bytes of payload that a cell holds
 */
record MemberBlock(int cells, int cellBytes) {
    /** 8 bytes: what the memory is; the owner stores it before peers learn of the block. */
    static final int MAGIC = 0;

    /** 8 bytes: identity of the communicator whose block it is. */
    static final int COMM = 8;

    /** 8 bytes: number of the process whose block it is. */
    static final int OWNER = 16;

    /** 4 bytes: members that will not touch the block again; each adds one. */
    static final int DETACHED = 64;

    /** 8 bytes: the owner has finished all steps below this one. */
    static final int PROGRESS = 128;

    private static final int CELLS = 256;

    /** In a cell, 8 bytes: number of the step whose contribution it holds. */
    static final int STEP = 0;

    /** In a cell, 8 bytes: the collective, and the bytes that the contribution has. */
    static final int INFO = 8;

    /** In a cell: the contribution. A short one shares the cache line of the step's number. */
    static final int PAYLOAD = 16;

    /** Payload that every cell has room for. */
    static final int LEAST_PAYLOAD = 112;

    static final long MAGIC_NUMBER = 0x5354524154430001L;

    /** Bytes of a cache line; cells begin with one. */
    static final int LINE = 64;

    private static final int PAGE = 4096;

    /** Returns where the cell of a step lies. */
    long cell(long step) {
        return CELLS + (step & (cells - 1)) * stride();
    }

    /**
     * Half a page off between neighbouring cells: a reduction loads from one cell what it combines
     * with its stores to the next one. A processor that compares the low bits of addresses first
     * may make a load wait for an earlier store to the same place in another page.
     */
    private long stride() {
        long least = (long) PAYLOAD + cellBytes;
        return (least + PAGE / 2 - 1) / PAGE * PAGE + PAGE / 2;
    }

    /** Returns the bytes of the block. */
    long bytes() {
        return CELLS + cells * stride();
    }
}
