package org.strata.btl.self;

import org.strata.opal.memory.Memory;
import org.strata.opal.pool.BoundedPool;

import java.lang.foreign.Arena;

/** Fragments of one size; memory is allocated when first needed, and kept. */
final class SelfFragmentPool extends BoundedPool<SelfFragment> {
    private static final int CACHE_LINE = 64;

    private final Arena arena;
    private final int capacity;

    /**
     * @param arena owns the fragments' memory
     * @param capacity bytes of one fragment
     * @param max fragments there may be; below 0 for any number
     */
    SelfFragmentPool(Arena arena, int capacity, int max) {
        super(0, 1, max);
        this.arena = arena;
        this.capacity = capacity;
    }

    @Override
    protected int make(int wanted) {
        for (int i = 0; i < wanted; i++) {
            long address = capacity == 0 ? 0 : Memory.allocate(arena, capacity, CACHE_LINE);
            release(new SelfFragment(this, address));
        }
        return wanted;
    }

    /** Gives a fragment back that is not under way. */
    void recycle(SelfFragment fragment) {
        fragment.callback = null;
        fragment.context = null;
        fragment.copied = null;
        release(fragment);
    }
}
