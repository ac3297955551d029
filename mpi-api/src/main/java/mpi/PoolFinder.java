package mpi;

import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MappablePool.MappableBlock;
import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.rcache.ApplicationMemory;

import java.util.List;

/** Finds the pools' files that native memory lies in: they stay mapped. */
record PoolFinder(List<MemoryPool> pools) implements ApplicationMemory.Finder {
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
