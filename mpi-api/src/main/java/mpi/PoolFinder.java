package mpi;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.rcache.ApplicationMemory;

import java.util.List;

/** Finds the buffers behind native memory, and the pools' files that it lies in. */
record PoolFinder(List<MemoryPool> pools) implements ApplicationMemory.Finder {
    /** A pool's file stays mapped, whatever becomes of the buffers in it. */
    @Override
    public Object find(long address, long length) {
        Object buffer = Buffers.ownerOf(address, length);
        if (buffer != null) {
            return buffer;
        }
        ApplicationMemory.Range file = own(address);
        boolean inside = file != null && address + length <= file.address() + file.length();
        return inside ? ApplicationMemory.PERMANENT : null;
    }

    @Override
    public ApplicationMemory.Range own(long address) {
        for (MemoryPool pool : pools) {
            MappableBlock file =
                    pool instanceof MappablePool mappable ? mappable.whole(address) : null;
            if (file != null) {
                return new ApplicationMemory.Range(file.address(), file.length());
            }
        }
        return null;
    }
}
