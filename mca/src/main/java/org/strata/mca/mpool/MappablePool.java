package org.strata.mca.mpool;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collection;

/**
 * A pool whose blocks lie in files that the node's other processes can map: they reach them without
 * a system call. All processes of a job have the same such pool, or none. Thread-safe.
 */
public interface MappablePool extends MemoryPool {
    @Override
    MappableBlock allocate(long bytes);

    @Override
    MappableBlock find(long address);

    /**
     * Returns the whole file of this process that an address lies in, mapped for as long as the
     * process lives; null for none. Pages outside of blocks exist only once they have been locked
     * or written to.
     */
    default MappableBlock whole(long address) {
        return null;
    }

    /**
     * Maps a file of a process of this node, whole. Its owner never shortens it, and allocates
     * every page of a block before it returns the block: accesses inside blocks raise no signal,
     * even when the owner dies.
     *
     * @param rank the owner's rank in MPI_COMM_WORLD
     * @param file the number of the file among its owner's, see {@link MappableBlock#file}
     * @param arena ends the mapping
     * @throws IOException when it is gone, or not ours to use
     */
    MemorySegment map(int rank, int file, Arena arena) throws IOException;

    /** One allocation in one file. */
    interface MappableBlock extends Block {
        /** Returns the number of the file among its owner's, from 0. */
        int file();

        /** Returns the position in the file of a native address inside the block. */
        long fileOffset(long address);
    }

    /**
     * Returns the mappable pool of the selected components, the first by priority; null for none.
     */
    static MappablePool among(Collection<MpoolComponent> components) {
        return components.stream()
                .sorted((a, b) -> Integer.compare(b.priority(), a.priority()))
                .map(MpoolComponent::pool)
                .filter(MappablePool.class::isInstance)
                .map(MappablePool.class::cast)
                .findFirst()
                .orElse(null);
    }
}
