package org.strata.mpool;

import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.mpool.MpoolComponent;

/** Factory of the pool of huge pages. */
public final class HugePoolComponent implements MpoolComponent {
    private final PagePool pool;

    /**
     * @param config parameters
     */
    public HugePoolComponent(PagePoolConfig config) {
        this.pool = new PagePool("huge", PageSource.HUGE, config);
    }

    @Override
    public String name() {
        return "huge";
    }

    @Override
    public int priority() {
        return 20;
    }

    @Override
    public MemoryPool pool() {
        return pool;
    }
}
