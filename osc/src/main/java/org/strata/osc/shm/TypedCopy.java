package org.strata.osc.shm;

import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;
import org.strata.opal.sys.LibcMemory;
import org.strata.osc.base.IntegerElement;

import java.lang.foreign.Arena;

/** Copies between elements of two datatypes in memory of this process. Tier 2. */
final class TypedCopy {
    private static final int PIECE = 64 << 10;

    private final Arena arena;

    /** Where pieces pass through when neither side is gapless; 0 before the first. */
    private long staging;

    TypedCopy(Arena arena) {
        this.arena = arena;
    }

    void put(Buf from, DataLayout layout, long origin, long bytes) {
        if (isLong(from, layout, bytes)) {
            LibcMemory.copy(from.offset(), origin, bytes);
        } else if (layout.contiguous()) {
            from.pack(0, origin, bytes);
        } else if (from.base() == null && from.contiguous()) {
            layout.unpack(from.start(), null, origin, 0, bytes);
        } else {
            for (long done = 0; done < bytes; done += PIECE) {
                long length = Math.min(PIECE, bytes - done);
                from.pack(done, staging(), length);
                layout.unpack(staging, null, origin, done, length);
            }
        }
    }

    void get(Buf into, DataLayout layout, long origin, long bytes) {
        if (isLong(into, layout, bytes)) {
            LibcMemory.copy(origin, into.offset(), bytes);
        } else if (layout.contiguous()) {
            into.unpack(origin, 0, bytes);
        } else if (into.base() == null && into.contiguous()) {
            layout.pack(null, origin, 0, into.start(), bytes);
        } else {
            for (long done = 0; done < bytes; done += PIECE) {
                long length = Math.min(PIECE, bytes - done);
                layout.pack(null, origin, done, staging(), length);
                into.unpack(staging, done, length);
            }
        }
    }

    /** Returns whether one call of the C library is the fastest copy. */
    private static boolean isLong(Buf here, DataLayout layout, long bytes) {
        return bytes >= LibcMemory.WORTHWHILE
                && layout.contiguous()
                && IntegerElement.isPlain(here);
    }

    private long staging() {
        if (staging == 0) {
            staging = Memory.allocate(arena, PIECE, 64);
        }
        return staging;
    }
}
