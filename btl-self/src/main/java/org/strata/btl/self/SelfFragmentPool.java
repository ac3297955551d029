package org.strata.btl.self;

import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/** A bounded pool of fragments of one size; memory is taken when first needed, and kept. */
final class SelfFragmentPool {
    private static final int CACHE_LINE = 64;

    private final Arena arena;
    private final int capacity;
    private final int max;
    private int made;
    private SelfFragment free;

    /**
     * @param arena owns the fragments' memory
     * @param capacity bytes of one fragment
     * @param max fragments there may be
     */
    SelfFragmentPool(Arena arena, int capacity, int max) {
        this.arena = arena;
        this.capacity = capacity;
        this.max = max;
    }

    /** Returns a fragment, or null when all are under way. */
    SelfFragment take() {
        SelfFragment fragment = free;
        if (fragment != null) {
            free = fragment.next;
            fragment.next = null;
            return fragment;
        }
        return made < max ? make() : null;
    }

    private SelfFragment make() {
        made++;
        long address = capacity == 0 ? 0 : Memory.allocate(arena, capacity, CACHE_LINE);
        return new SelfFragment(this, address);
    }

    void give(SelfFragment fragment) {
        fragment.callback = null;
        fragment.context = null;
        fragment.copied = null;
        fragment.next = free;
        free = fragment;
    }
}
