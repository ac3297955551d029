package org.strata.mca.mpool;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

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

    /**
     * Maps a pool file of a process of this node, whole. Its owner never shortens it, and every
     * page of a block is there from its allocation on: who keeps to blocks gets no signal, whatever
     * becomes of the owner.
     *
     * @param directory where the pool's files are
     * @param name of the file, see {@link #fileName}
     * @param arena ends the mapping
     * @throws IOException when it is gone, or not ours to use
     */
    static MemorySegment map(Path directory, String name, Arena arena) throws IOException {
        try (FileChannel channel =
                FileChannel.open(
                        directory.resolve(name),
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), arena);
        }
    }
}
