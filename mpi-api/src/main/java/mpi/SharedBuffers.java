package mpi;

import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.rcache.ApplicationMemory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Memory for {@code MPI.newXxxBuffer} while MPI runs: from the memory pools, so that peers of the
 * node reach it directly. A buffer's memory returns to its pool once the buffer and everything made
 * from it are unreachable.
 */
final class SharedBuffers {
    /** The JDK makes no buffer of a longer segment. */
    static final int LONGEST = Integer.MAX_VALUE - 8;

    private final List<MemoryPool> pools;
    private final ApplicationMemory memory;

    /** Buffers from pools, without anything below that registers memory. */
    SharedBuffers(List<MemoryPool> pools) {
        this(pools, new ApplicationMemory());
    }

    /**
     * @param pools where memory comes from, the first with room
     * @param memory learns which memory is the pools'
     */
    SharedBuffers(List<MemoryPool> pools, ApplicationMemory memory) {
        this.pools = pools;
        this.memory = memory;
        memory.setFinder(new PoolFinder(pools));
    }

    /** Removes the registrations of a direct buffer's memory from the cache. Inside the bracket. */
    void giveUp(Buffer buffer) {
        long bytes = Buffers.bytesAfter(buffer);
        if (buffer.isDirect() && bytes > 0) {
            memory.invalidate(Buffers.offset(buffer), bytes);
        }
    }

    /** Returns a zeroed direct buffer, or null when no pool has room. */
    ByteBuffer allocate(int bytes) {
        if (bytes > LONGEST) {
            return null;
        }
        for (MemoryPool pool : pools) {
            MemoryPool.Block block = pool.allocate(bytes);
            if (block != null) {
                return owner(block, bytes);
            }
        }
        return null;
    }

    private static ByteBuffer owner(MemoryPool.Block block, int bytes) {
        return MemorySegment.ofAddress(block.address())
                .reinterpret(bytes, Arena.ofAuto(), gone -> block.release())
                .asByteBuffer();
    }
}
