package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.verbs.BufferArea;
import org.strata.verbs.VerbsException;

import java.lang.foreign.Arena;

/** Whole pages of ordinary memory: an adapter reaches all memory alike. */
final class IbvArea implements BufferArea {
    private static final int PAGE = 4096;

    private final Arena arena;
    private final long address;
    private final long length;

    private IbvArea(Arena arena, long address, long length) {
        this.arena = arena;
        this.address = address;
        this.length = length;
    }

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
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
