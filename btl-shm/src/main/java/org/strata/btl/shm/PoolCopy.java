package org.strata.btl.shm;

import org.strata.mca.mpool.MappablePool;
import org.strata.opal.memory.Memory;
import org.strata.opal.shared.Place;

/**
 * Finds where a peer's memory is mapped in this process, if it lies in a file of the mappable pool.
 * Tier 2.
 *
 * <p>A peer sends a handle of 16 bytes with each address: the number of the file plus 1 (0 for
 * memory outside the pool), and the peer's own address of the file's first byte.
 */
final class PoolCopy {
    static final int HANDLE_BYTES = 16;

    private static final int HANDLE_FILE = 0;
    private static final int HANDLE_BASE = 8;

    private final MappablePool pool;
    private final Place place = new Place();

    /**
     * @param pool finds this process's memory and that of peers; null for no pool
     */
    PoolCopy(MappablePool pool) {
        this.pool = pool;
    }

    /** Returns whether a range of this process's memory lies in a file that peers can map. */
    boolean covers(long address, long length) {
        return pool != null && pool.locate(address, length, place);
    }

    /** Writes the handle of an address of this process. */
    void writeHandle(long address, long target) {
        boolean found = covers(address, 1);
        Memory.putLong(target + HANDLE_FILE, found ? place.file() + 1 : 0);
        Memory.putLong(target + HANDLE_BASE, found ? address - place.offset() : 0);
    }

    /**
     * Returns where a peer's range is mapped in this process; 0 when it is not. All numbers come
     * from the peer.
     */
    long find(ShmEndpoint peer, long remote, long handle, long length) {
        long file = Memory.getLong(handle + HANDLE_FILE) - 1;
        long offset = remote - Memory.getLong(handle + HANDLE_BASE);
        return pool == null ? 0 : pool.reach(peer.peer().rank(), file, offset, length);
    }
}
