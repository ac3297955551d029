package org.strata.verbs.ibverbs;

import org.strata.opal.memory.Memory;
import org.strata.opal.sys.Pages;
import org.strata.verbs.BufferArea;
import org.strata.verbs.VerbsException;

import java.lang.foreign.Arena;

/** Whole pages of ordinary memory: an adapter reaches all memory alike. */
record IbvArea(Arena arena, long address, long length) implements BufferArea {
    static IbvArea of(IbvDevice device, long bytes) {
        long whole = Pages.ceil(Math.max(bytes, 1));
        Arena arena = Arena.ofShared();
        try {
            return new IbvArea(arena, Memory.allocate(arena, whole, Pages.size()), bytes);
        } catch (OutOfMemoryError e) {
            arena.close();
            throw device.failure(VerbsException.ENOMEM, "cannot allocate " + bytes + " bytes");
        }
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
