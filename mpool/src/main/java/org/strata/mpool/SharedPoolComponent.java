package org.strata.mpool;

import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.opal.progress.RankSleeper;

/** Factory of the shared pool. */
public final class SharedPoolComponent implements MpoolComponent {
    private final SharedPool pool;

    /**
     * @param config parameters
     * @param environment who this process is, for file names
     * @param sleeper is where this process sleeps
     */
    public SharedPoolComponent(
            SharedPoolConfig config, ProcessEnvironment environment, RankSleeper sleeper) {
        this.pool = new SharedPool(config, environment.jobId(), environment.rank(), sleeper);
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
