package org.strata.osc.base;

import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.op.ReduceKernel;
import org.strata.opal.op.ReduceKernels;

import java.lang.foreign.Arena;

/**
 * Applies accumulates to a window's memory, piece by piece, by one thread at a time; the caller
 * keeps others away from the elements meanwhile.
 */
public final class Accumulator {
    /** Largest piece, in bytes of packed data. */
    public static final int MOST_BYTES = 16 << 10;

    /** Pairs take up to a third more bytes one extent apart than packed. */
    private static final int EXPANDED = 2 * MOST_BYTES;

    private final long packed;
    private final long operand;
    private final long current;

    /**
     * @param arena provides scratch memory
     */
    public Accumulator(Arena arena) {
        packed = Memory.allocate(arena, MOST_BYTES, 64);
        operand = Memory.allocate(arena, EXPANDED, 64);
        current = Memory.allocate(arena, EXPANDED, 64);
    }

    /** Returns whether MPI defines the operation for the elements. */
    public static boolean defined(OpKind op, NumberKind kind) {
        return ReduceKernels.find(op, kind) != null;
    }

    /** Returns the longest piece of at most {@code limit} bytes that cuts no element. */
    public static int piece(NumberKind kind, long limit) {
        long packed = PackedElements.of(kind).packed();
        return (int) (Math.min(limit, MOST_BYTES) / packed * packed);
    }

    /** Returns whether bytes of packed data are whole elements, and no more than a piece. */
    public static boolean isPiece(NumberKind kind, long position, long bytes) {
        long packed = PackedElements.of(kind).packed();
        return bytes <= MOST_BYTES && bytes % packed == 0 && position % packed == 0;
    }

    /**
     * Applies one piece.
     *
     * @param input its packed operands; not read for NO_OP
     * @param result where the packed elements from before are stored; 0 for nowhere
     * @param layout shape of the target's elements
     * @param origin address of the target's element 0
     * @param position of the piece in the packed data
     * @param bytes of the piece
     */
    public void apply(
            OpKind op,
            NumberKind kind,
            long input,
            long result,
            DataLayout layout,
            long origin,
            long position,
            long bytes) {
        PackedElements elements = PackedElements.of(kind);
        ReduceKernel kernel = ReduceKernels.find(op, kind);
        if (layout.contiguous() && elements.gapless()) {
            if (result != 0) {
                Memory.copy(origin + position, result, bytes);
            }
            kernel.apply(null, input, null, origin + position, bytes / elements.packed());
            return;
        }
        layout.pack(null, origin, position, packed, bytes);
        if (result != 0) {
            Memory.copy(packed, result, bytes);
        }
        if (op == OpKind.NO_OP) {
            return;
        }
        if (elements.gapless()) {
            kernel.apply(null, input, null, packed, bytes / elements.packed());
        } else {
            elements.layout().unpack(input, null, operand, 0, bytes);
            elements.layout().unpack(packed, null, current, 0, bytes);
            kernel.apply(null, operand, null, current, bytes / elements.packed());
            elements.layout().pack(null, current, 0, packed, bytes);
        }
        layout.unpack(packed, null, origin, position, bytes);
    }

    /**
     * Replaces an element by another one if it equals a third.
     *
     * @param input the new element
     * @param compare what it must equal
     * @param result where the element from before is stored
     * @param address of the element
     * @param bytes of the element, at most {@link #MOST_BYTES}
     */
    public void compareAndSwap(long input, long compare, long result, long address, int bytes) {
        Memory.copy(address, result, bytes);
        for (int i = 0; i < bytes; i++) {
            if (Memory.getByte(result + i) != Memory.getByte(compare + i)) {
                return;
            }
        }
        Memory.copy(input, address, bytes);
    }
}
