package org.strata.mpool;

import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.mpool.MpoolComponent;

/** Factory of the shared pool. */
public final class SharedPoolComponent implements MpoolComponent {
    private final SharedPool pool;

    /**
     * @param config parameters
     * @param environment who this process is, for file names
     */
    public SharedPoolComponent(SharedPoolConfig config, ProcessEnvironment environment) {
        this.pool = new SharedPool(config, environment.jobId(), environment.rank());
    }

    @Override
    public String name() {
        return "shared";
    }

    @Override
    public int priority() {
        return 30;
    }

    @Override
    public MemoryPool pool() {
        return pool;
    }

    @Override
    public void close() {
        pool.close();
    }
}
