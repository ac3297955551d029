package org.strata.btl.openib;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.sys.Pages;
import org.strata.verbs.soft.segment.SharedMemory;

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

    /** A registration locks its pages: they all exist, in whatever part of the file they lie. */
    @Override
    public int file(long address, long length) {
        MappableBlock file = pool.whole(address);
        boolean inside =
                file != null && address + length <= Pages.ceil(file.address() + file.length());
        return inside ? file.file() : -1;
    }

    @Override
    public long origin(long address) {
        MappableBlock file = pool.whole(address);
        return file == null ? 0 : file.address();
    }

    @Override
    public long reach(int owner, int file, long offset, long length) {
        return pool.reach(owner, file, offset, length);
    }
}
