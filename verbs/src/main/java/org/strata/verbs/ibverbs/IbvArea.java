package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.verbs.BufferArea;
import org.strata.verbs.VerbsException;

import java.lang.foreign.Arena;

/** Whole pages of ordinary memory: an adapter reaches all memory alike. */
record IbvArea(Arena arena, long address, long length) implements BufferArea {
    private static final int PAGE = 4096;

    static IbvArea of(IbvContext context, long bytes) {
        long whole = (Math.max(bytes, 1) + PAGE - 1) & -PAGE;
        Arena arena = Arena.ofShared();
        try {
            return new IbvArea(arena, Memory.allocate(arena, whole, PAGE), bytes);
        } catch (OutOfMemoryError e) {
            arena.close();
            throw context.failure(VerbsException.ENOMEM, "cannot allocate " + bytes + " bytes");
        }
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
