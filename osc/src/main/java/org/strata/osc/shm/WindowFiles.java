package org.strata.osc.shm;

import org.strata.mca.mpool.MappablePool;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/**
 * The files of peers' pools that a window has mapped; they are mapped until it is closed. Places
 * come from peers: each is checked against the mapping. Tier 3.
 */
final class WindowFiles implements AutoCloseable {
    private final MappablePool pool;
    private final Arena arena = Arena.ofShared();
    private final Map<Long, MemorySegment> files = new HashMap<>();

    WindowFiles(MappablePool pool) {
        this.pool = pool;
    }

    /**
     * Returns a range of a peer's memory; null when it cannot be mapped.
     *
     * @param owner the peer's rank in MPI_COMM_WORLD
     */
    MemorySegment range(int owner, long file, long offset, long length) {
        if (file < 0 || file > Integer.MAX_VALUE) {
            return null;
        }
        MemorySegment memory = files.computeIfAbsent((long) owner << 32 | file, this::map);
        boolean inside =
                memory != null
                        && offset >= 0
                        && length >= 0
                        && offset <= memory.byteSize() - length;
        return inside ? memory.asSlice(offset, length) : null;
    }

    private MemorySegment map(long key) {
        try {
            return pool.map((int) (key >>> 32), (int) key, arena);
        } catch (IOException e) {
            // The file is gone or cannot be mapped: another component serves the window.
            return null;
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
