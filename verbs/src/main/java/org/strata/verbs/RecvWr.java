package org.strata.verbs;

import java.lang.foreign.Arena;

/**
 * A receive request: flyweight over one {@code ibv_recv_wr} with its elements behind it, in native
 * memory. Reusable as soon as the post has returned. One thread at a time.
 */
public final class RecvWr extends WorkRequest<RecvWr> {
    /** Bytes of a request without its elements. */
    public static final int BYTES = 32;

    /**
     * @param arena owns its memory
     * @param maxSge room for elements
     */
    public RecvWr(Arena arena, int maxSge) {
        super(arena, BYTES, maxSge);
    }

    @Override
    RecvWr self() {
        return this;
    }
}
