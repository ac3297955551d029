package org.strata.mpool;

import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.opal.memory.Memory;
import org.strata.opal.memory.RangeAllocator;
import org.strata.opal.shared.SharedFile;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/**
 * One file of the shared pool. It stays mapped as long as the process lives, because buffers made
 * from it may outlive the stack.
 *
 * <p>Ranges are allocated first-fit, so that pages that do not exist are those behind all ranges
 * that were ever allocated: they are made when a range reaches into them.
 */
final class PoolFile implements MappableBlock {
    /**
     * Others need room, too: segments of later jobs, files of programs. So a file grows by half of
     * what is left at most.
     */
    private static final int SHARE = 2;

    private final int number;
    private final SharedFile file;
    private final RangeAllocator free = new RangeAllocator();

    private PoolFile(int number, SharedFile file) {
        this.number = number;
        this.file = file;
        free.free(file.address(), file.length());
    }

    /**
     * Makes a file.
     *
     * @param first bytes of its first block, for which there is memory when this returns
     * @throws IOException when there is none, or the file cannot be made
     */
    static PoolFile create(Path path, int number, long length, long first) throws IOException {
        // The global arena: never unmapped.
        return new PoolFile(number, SharedFile.create(path, length, first, SHARE, Arena.global()));
    }

    @Override
    public long address() {
        return file.address();
    }

    @Override
    public long length() {
        return file.length();
    }

    @Override
    public int file() {
        return number;
    }

    @Override
    public long fileOffset(long at) {
        return at - address();
    }

    /** It stays mapped. */
    @Override
    public void release() {
        return;
    }

    /** Returns whether an address lies in the file, in whatever page. */
    boolean contains(long at) {
        return at >= address() && at < address() + length();
    }

    /** Returns whether a range lies in pages of the file that exist. Tier 1; thread-safe. */
    boolean holds(long at, long bytes) {
        return file.holds(at, bytes);
    }

    /** Allocates zeroed memory; returns its address, or 0 when there is none. */
    long allocate(long bytes, long alignment) {
        long at = free.reserve(bytes, alignment);
        if (at == 0) {
            return 0;
        }
        try {
            file.reserve(fileOffset(at) + bytes);
        } catch (IOException e) {
            // The file system is full: the caller looks for memory elsewhere.
            free.free(at, bytes);
            return 0;
        }
        Memory.zero(at, bytes);
        return at;
    }

    void free(long at, long bytes) {
        free.free(at, bytes);
    }

    void unlink() {
        file.unlink();
    }
}
