package org.strata.btl.shm;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;

/**
 * Peers' memory, read and written without their help: memory of the shared pool by a plain copy,
 * other native memory by the kernel. Tier 2.
 */
final class RemoteMemory {
    private final PoolCopy pool;
    private final SingleCopy kernel;
    private final long kernelMin;
    private final boolean measured;

    /**
     * @param config from which length on ranges are offered for a copy by the kernel, and whether
     *     fragments compete with it
     */
    RemoteMemory(PoolCopy pool, SingleCopy kernel, ShmConfig config) {
        this.pool = pool;
        this.kernel = kernel;
        this.kernelMin = config.singleCopyMin();
        this.measured = config.singleCopyMeasured();
    }

    /**
     * Returns whether a peer can read a range of this rank's memory, and whether that is worth it.
     *
     * <p>Whether the kernel permits it is concluded from whether it permits this rank to read the
     * peer's memory, and from a refusal that the peer may have noted in its segment.
     */
    boolean offers(ShmEndpoint peer, long address, long length) {
        return pool.covers(address, length)
                || (length >= kernelMin
                        && kernel.way(peer) != CopyWay.REFUSED
                        && kernel.peerReads(peer));
    }

    /** Writes what peers need beside the address to reach a range. */
    void writeHandle(long address, long target) {
        pool.writeHandle(address, target);
    }

    /**
     * Returns whether fragments may be faster than a read: the kernel has to pin each page, and
     * leaves the sender's core idle.
     */
    boolean fragmentsMayWin(ShmEndpoint peer, long remote, long handle, long length) {
        return measured
                && pool.find(peer, remote, handle, length) == 0
                && kernel.way(peer) == CopyWay.KERNEL;
    }

    /** Reads a peer's memory: OK, NOT_AVAILABLE when refused, or why it failed. */
    int read(ShmEndpoint peer, long remote, long handle, long local, long length) {
        long mapped = pool.find(peer, remote, handle, length);
        if (mapped == 0) {
            return kernel.read(peer, remote, local, length);
        }
        Memory.copy(mapped, local, length);
        return Rc.OK;
    }

    /** Writes a peer's memory; otherwise as {@link #read}. */
    int write(ShmEndpoint peer, long remote, long handle, long local, long length) {
        long mapped = pool.find(peer, remote, handle, length);
        if (mapped == 0) {
            return kernel.write(peer, remote, local, length);
        }
        Memory.copy(local, mapped, length);
        return Rc.OK;
    }

    void close() {
        kernel.close();
    }
}
