package org.strata.coll.shm;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;

import java.util.Arrays;

/**
 * Finds the ranges of this process's memory that lie in files of the mappable pool. A pool never
 * unmaps its files, so that what was once found of a file holds for ever: a look-up in the pool,
 * which allocates, is needed only for memory that no earlier one has covered. Tier 1.
 */
final class OwnMemory {
    private final MappablePool pool;

    /** By number of the file: the address of its first byte, and up to where blocks were seen. */
    private long[] starts = {};

    private long[] ends = {};

    OwnMemory(MappablePool pool) {
        this.pool = pool;
    }

    /** Returns the number of the file that a range lies in, or -1. */
    int file(long address, long length) {
        for (int i = 0; i < starts.length; i++) {
            if (address >= starts[i] && length <= ends[i] - address) {
                return i;
            }
        }
        MappableBlock block = pool.find(address);
        return block == null || address + length > block.address() + block.length()
                ? -1
                : learn(block);
    }

    /** Returns the position in its file of an address that {@link #file} has found. */
    long offset(int file, long address) {
        return address - starts[file];
    }

    private int learn(MappableBlock block) {
        int file = block.file();
        if (file >= starts.length) {
            int before = starts.length;
            starts = Arrays.copyOf(starts, file + 1);
            ends = Arrays.copyOf(ends, file + 1);
            Arrays.fill(starts, before, file, Long.MAX_VALUE);
        }
        starts[file] = block.address() - block.fileOffset(block.address());
        ends[file] = Math.max(ends[file], block.address() + block.length());
        return file;
    }
}
