package org.strata.mpool;

import org.strata.mca.mpool.MemoryPool;
import org.strata.mca.mpool.MpoolComponent;

/** Factory of the pool of ordinary pages. */
public final class PagePoolComponent implements MpoolComponent {
    private final PagePool pool;

    /**
     * @param config parameters
     */
    public PagePoolComponent(PagePoolConfig config) {
        this.pool = new PagePool("page", PageSource.PLAIN, config);
    }

    @Override
    public String name() {
        return "page";
    }

    @Override
    public int priority() {
        return 10;
    }

    @Override
    public MemoryPool pool() {
        return pool;
    }
}
