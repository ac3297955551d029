package org.strata.coll.shm;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;

import java.util.ArrayList;
import java.util.List;

/**
 * Memory of the mappable pool through which data pass that lie elsewhere: arrays, other buffers,
 * elements with gaps. Blocks are kept for the next collective. Tier 2.
 */
final class Staging {
    private static final long LEAST = 64 * 1024;

    private final MappablePool pool;
    private final long limit;
    private final List<MappableBlock> free = new ArrayList<>();
    private long allocated;

    /**
     * @param limit bytes of all blocks together
     */
    Staging(MappablePool pool, long limit) {
        this.pool = pool;
        this.limit = limit;
    }

    /** Returns a block of at least so many bytes, or null when the limit or the pool has none. */
    MappableBlock acquire(long bytes) {
        for (int i = 0; i < free.size(); i++) {
            if (free.get(i).length() >= bytes) {
                return free.remove(i);
            }
        }
        long length = Math.max(LEAST, Long.highestOneBit(Math.max(1, bytes - 1)) << 1);
        long kept = free.stream().mapToLong(MappableBlock::length).sum();
        if (allocated - kept + length > limit) {
            // To release the shorter ones would not be enough.
            return null;
        }
        while (allocated + length > limit && !free.isEmpty()) {
            MappableBlock shorter = free.removeLast();
            allocated -= shorter.length();
            shorter.release();
        }
        MappableBlock made = allocated + length > limit ? null : pool.allocate(length);
        allocated += made == null ? 0 : length;
        return made;
    }

    /** Keeps a block for the next use. */
    void release(MappableBlock block) {
        free.add(block);
    }
}
