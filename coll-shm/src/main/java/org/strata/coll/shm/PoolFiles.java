package org.strata.coll.shm;

import org.strata.mca.mpool.MappablePool;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The files of peers' mappable pools that are mapped in this process. A file is mapped at its first
 * use, and stays mapped. Places come from peers: each is checked against the mapping before use.
 */
final class PoolFiles {
    /** More files than any pool has; a number beyond it is an error of the peer. */
    private static final int MOST_FILES = 1 << 20;

    private static final MemorySegment[] NONE = {};

    private final MappablePool pool;
    private final Arena arena = Arena.ofShared();

    /** By rank in MPI_COMM_WORLD, then by number. */
    private MemorySegment[][] files = {};

    PoolFiles(MappablePool pool) {
        this.pool = pool;
    }

    /**
     * Returns the address in this process of a range of a peer's memory.
     *
     * @param owner the peer's rank in MPI_COMM_WORLD
     * @return 0 when the range does not lie in a file that can be mapped
     */
    long address(int owner, long file, long offset, long length) {
        MemorySegment memory = file(owner, file);
        boolean inside =
                memory != null
                        && offset >= 0
                        && length >= 0
                        && offset <= memory.byteSize() - length;
        return inside ? memory.address() + offset : 0;
    }

    private MemorySegment file(int owner, long file) {
        if (owner < files.length && file >= 0 && file < files[owner].length) {
            MemorySegment known = files[owner][(int) file];
            if (known != null) {
                return known;
            }
        }
        return file < 0 || file >= MOST_FILES ? null : map(owner, (int) file);
    }

    private MemorySegment map(int owner, int file) {
        try {
            MemorySegment memory = pool.map(owner, file, arena);
            if (owner >= files.length) {
                int before = files.length;
                files = Arrays.copyOf(files, owner + 1);
                Arrays.fill(files, before, owner + 1, NONE);
            }
            if (file >= files[owner].length) {
                files[owner] = Arrays.copyOf(files[owner], file + 1);
            }
            files[owner][file] = memory;
            return memory;
        } catch (IOException e) {
            // The file is gone or cannot be mapped: the caller uses another way.
            return null;
        }
    }

    void close() {
        arena.close();
    }
}
