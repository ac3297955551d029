package org.strata.testkit.coll;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;

/**
 * Operations on the data bytes of any layout: addition, and the composition of affine functions
 * (one per two bytes), which is associative but does not commute.
 *
 * @param layout shape of an element
 * @param commutative which of the two
 */
public record CollOp(DataLayout layout, boolean commutative) implements ReduceOp {
    @Override
    public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
        int size = (int) layout.size();
        byte[] a = new byte[size];
        byte[] b = new byte[size];
        try (Arena arena = Arena.ofConfined()) {
            long packed = Memory.allocate(arena, Math.max(1, size), 8);
            for (long i = 0; i < count; i++) {
                layout.pack(inBase, in + i * layout.extent(), 0, packed, size);
                Memory.copyIn(packed, a, 0, size);
                layout.pack(inoutBase, inout + i * layout.extent(), 0, packed, size);
                Memory.copyIn(packed, b, 0, size);
                Memory.copyOut(combine(a, b), 0, packed, size);
                layout.unpack(packed, inoutBase, inout + i * layout.extent(), 0, size);
            }
        }
    }

    /** Returns {@code a op b} for packed data. */
    public byte[] combine(byte[] a, byte[] b) {
        byte[] result = new byte[a.length];
        for (int i = 0; i < a.length; i += 2) {
            if (commutative) {
                result[i] = (byte) (a[i] + b[i]);
                result[i + 1] = (byte) (a[i + 1] + b[i + 1]);
            } else {
                result[i] = (byte) (a[i] * b[i]);
                result[i + 1] = (byte) (a[i] * b[i + 1] + a[i + 1]);
            }
        }
        return result;
    }
}
