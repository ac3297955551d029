package org.strata.btl.shm;

import org.strata.mca.mpool.MemoryPool;

/**
 * The pool of memory that peers can map, where one is selected.
 *
 * @param pool finds this process's blocks; null for no pool
 * @param directory where the pool's files are, the same in all processes
 */
record SharedPool(MemoryPool pool, String directory) {
    static final SharedPool NONE = new SharedPool(null, "");
}
