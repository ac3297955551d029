package org.strata.btl.openib;

import org.strata.mca.base.Parameters;
import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.mca.mpool.SharedBlock;
import org.strata.verbs.soft.SharedMemory;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Set;

/**
 * The shared pool, where one is selected, as the software adapter sees it: what lies there ({@code
 * MPI.newByteBuffer}) is written and read by plain copies.
 *
 * @param pool finds this process's blocks
 * @param directory where the files are, the same in all processes
 * @param jobId the job, for their names
 * @param rank this process, for the names of its own
 */
record PoolMemory(MemoryPool pool, Path directory, String jobId, int rank) implements SharedMemory {
    private static final String NAME = "shared";
    private static final long PAGE = 4096;

    /** Returns the shared pool's memory, or none. */
    static SharedMemory of(
            Set<MpoolComponent> pools, Parameters parameters, String jobId, int rank) {
        for (MpoolComponent component : pools) {
            if (component.name().equals(NAME)) {
                String directory = parameters.section("mpool", NAME).text("backing-directory");
                return new PoolMemory(component.pool(), Path.of(directory), jobId, rank);
            }
        }
        return SharedMemory.NONE;
    }

    @Override
    public int owner() {
        return rank;
    }

    private SharedBlock block(long address) {
        return pool.find(address) instanceof SharedBlock block ? block : null;
    }

    /** Registrations are of whole pages, and so are the pieces of blocks that they may end in. */
    @Override
    public int file(long address, long length) {
        SharedBlock block = block(address);
        long end = block == null ? 0 : block.address() + block.length();
        long pages = (end + PAGE - 1) & -PAGE;
        return block != null && address + length <= pages ? block.segment() : -1;
    }

    @Override
    public long origin(long address) {
        SharedBlock block = block(address);
        return block == null ? 0 : address - block.segmentOffset(address);
    }

    @Override
    public MemorySegment map(int owner, int file) {
        try {
            String name = SharedBlock.fileName(jobId, owner, file);
            return SharedBlock.map(directory, name, Arena.ofAuto());
        } catch (IOException e) {
            // Gone, or not ours to use: the kernel moves the bytes.
            return null;
        }
    }
}
