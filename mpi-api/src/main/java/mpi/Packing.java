package mpi;

import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.lang.ref.Reference;

/** Copies elements between the program's buffers and arrays of packed bytes (MPI 3.1 §4.2). */
final class Packing {
    /**
     * Bytes copied through native scratch memory at a time: layouts pack to and unpack from native
     * memory only.
     */
    private static final int PIECE = 64 * 1024;

    private Packing() {}

    /** Packs elements into an array from a position on; the array has room for them. */
    static void pack(Object buf, int count, DataLayout layout, byte[] packed, int position) {
        move(true, buf, count, layout, packed, position);
    }

    /** Unpacks elements from an array from a position on; the array holds them. */
    static void unpack(byte[] packed, int position, Object buf, int count, DataLayout layout) {
        move(false, buf, count, layout, packed, position);
    }

    private static void move(
            boolean pack, Object buf, int count, DataLayout layout, byte[] packed, int position) {
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        long total = count * layout.size();
        if (layout.contiguous()) {
            if (pack) {
                Memory.copy(base, offset, packed, position, total);
            } else {
                Memory.copy(packed, position, base, offset, total);
            }
        } else if (total > 0) {
            try (Arena arena = Arena.ofConfined()) {
                long piece = Math.min(total, PIECE);
                long scratch = Memory.allocate(arena, piece, Long.BYTES);
                for (long done = 0; done < total; done += piece) {
                    long length = Math.min(piece, total - done);
                    if (pack) {
                        layout.pack(base, offset, done, scratch, length);
                        Memory.copyIn(scratch, packed, position + done, length);
                    } else {
                        Memory.copyOut(packed, position + done, scratch, length);
                        layout.unpack(scratch, base, offset, done, length);
                    }
                }
            }
        }
        Reference.reachabilityFence(buf);
    }
}
