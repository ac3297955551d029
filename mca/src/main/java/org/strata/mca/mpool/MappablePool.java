package org.strata.mca.mpool;

import org.strata.opal.shared.Place;

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
     * Finds a range of this process's memory in its files. What was found once stays there: files
     * are never unmapped. Tier 1.
     *
     * @param into where the range begins; nowhere if this returns false
     * @return false when no file contains the range, or pages of it may not exist
     */
    boolean locate(long address, long length, Place into);

    /**
     * Returns the address in this process of a range of a file of a process of this node. The owner
     * never shortens the file, and makes every page of a block before it returns the block:
     * accesses inside blocks raise no signal, even when the owner dies. All numbers may come from
     * the peer: the range is checked. Tier 1 after the first use of the file, which maps it for as
     * long as this pool is reachable.
     *
     * @param owner the owner's number in the job
     * @param file the number of the file among its owner's, see {@link MappableBlock#file}
     * @param offset of the range in the file, in bytes
     * @param length of the range in bytes
     * @return 0 when the range is not in a file that can be mapped
     */
    long reach(int owner, long file, long offset, long length);

    /** Returns where this process and its peers sleep; the same object at each call. */
    SleepWords sleepWords();

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
