package org.strata.btl.openib;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.sys.Pages;
import org.strata.verbs.soft.SharedMemory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory of the mappable pool, as the software adapter asks for it.
 *
 * @param rank this process, the owner of the pool's own files
 */
record PoolMemory(MappablePool pool, int rank) implements SharedMemory {
    /** Returns a pool's memory; none where there is no pool. */
    static SharedMemory of(MappablePool pool, int rank) {
        return pool == null ? SharedMemory.NONE : new PoolMemory(pool, rank);
    }

    @Override
    public int owner() {
        return rank;
    }

    /** Registrations are of whole pages, and so are the pieces of blocks that they may end in. */
    @Override
    public int file(long address, long length) {
        MappableBlock block = pool.find(address);
        if (block == null || !ends(block, address + length)) {
            // A registration of the whole file, which locks its pages: they all exist.
            block = pool.whole(address);
        }
        return block != null && ends(block, address + length) ? block.file() : -1;
    }

    private static boolean ends(MappableBlock block, long end) {
        return end <= Pages.ceil(block.address() + block.length());
    }

    @Override
    public long origin(long address) {
        MappableBlock found = pool.find(address);
        MappableBlock block = found == null ? pool.whole(address) : found;
        return block == null ? 0 : address - block.fileOffset(address);
    }

    @Override
    public MemorySegment map(int owner, int file) {
        try {
            return pool.map(owner, file, Arena.ofAuto());
        } catch (IOException e) {
            // Gone, or not ours to use: the kernel moves the bytes.
            return null;
        }
    }
}
