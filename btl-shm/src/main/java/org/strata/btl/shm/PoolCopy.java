package org.strata.btl.shm;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.memory.Memory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Finds where a peer's memory is mapped in this process, if it lies in a file of the mappable pool.
 * A file is mapped at its first use, and stays mapped. Tier 2.
 *
 * <p>A peer sends a handle of 16 bytes with each address: the number of the file plus 1 (0 for
 * memory outside the pool), and the peer's own address of the file's first byte.
 */
final class PoolCopy {
    static final int HANDLE_BYTES = 16;

    private static final int HANDLE_FILE = 0;
    private static final int HANDLE_BASE = 8;

    private final MappablePool pool;
    private final Arena arena = Arena.ofShared();

    /**
     * @param pool finds this process's blocks and peers' files; null for no pool
     */
    PoolCopy(MappablePool pool) {
        this.pool = pool;
    }

    /** Returns whether a range of this process's memory lies in a block that peers can map. */
    boolean covers(long address, long length) {
        MappableBlock block = block(address);
        return block != null && address + length <= block.address() + block.length();
    }

    private MappableBlock block(long address) {
        return pool == null ? null : pool.find(address);
    }

    /** Writes the handle of an address of this process. */
    void writeHandle(long address, long target) {
        MappableBlock block = block(address);
        Memory.putLong(target + HANDLE_FILE, block == null ? 0 : block.file() + 1L);
        long base = block == null ? 0 : address - block.fileOffset(address);
        Memory.putLong(target + HANDLE_BASE, base);
    }

    /** Returns where a peer's range is mapped in this process; 0 when it is not. */
    long find(ShmEndpoint peer, long remote, long handle, long length) {
        int file = (int) Memory.getLong(handle + HANDLE_FILE) - 1;
        if (file < 0 || pool == null) {
            return 0;
        }
        MemorySegment memory = mapped(peer, file);
        long offset = remote - Memory.getLong(handle + HANDLE_BASE);
        boolean inside = memory != null && offset >= 0 && offset + length <= memory.byteSize();
        return inside ? memory.address() + offset : 0;
    }

    private MemorySegment mapped(ShmEndpoint peer, int file) {
        MemorySegment[] known = peer.poolFiles;
        if (file < known.length && known[file] != null) {
            return known[file];
        }
        return map(peer, file);
    }

    private MemorySegment map(ShmEndpoint peer, int file) {
        try {
            MemorySegment memory = pool.map(peer.peer().rank(), file, arena);
            if (file >= peer.poolFiles.length) {
                peer.poolFiles = Arrays.copyOf(peer.poolFiles, file + 1);
            }
            peer.poolFiles[file] = memory;
            return memory;
        } catch (IOException e) {
            // The file is gone or unreadable: the kernel or fragments move the bytes.
            return null;
        }
    }

    void close() {
        arena.close();
    }
}
