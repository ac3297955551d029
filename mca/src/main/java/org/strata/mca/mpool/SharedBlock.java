package org.strata.mca.mpool;

/**
 * A block in a file that processes of the same node can map: they reach it without a system call.
 * The file is {@link #fileName} in the pool's directory.
 */
public interface SharedBlock extends MemoryPool.Block {
    /** Returns the number of the file among its owner's. */
    int segment();

    /** Returns the position in the file of a native address inside the block. */
    long segmentOffset(long address);

    /**
     * Returns the name of a pool file; {@code mpirun} sweeps what begins with {@code
     * strata.<job>.}.
     *
     * @param jobId the job
     * @param rank the owner's rank in MPI_COMM_WORLD
     * @param segment the number of the file among its owner's
     */
    static String fileName(String jobId, int rank, int segment) {
        return "strata." + jobId + "." + rank + ".pool" + segment;
    }
}
