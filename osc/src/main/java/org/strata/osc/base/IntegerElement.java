package org.strata.osc.base;

import org.strata.mca.osc.OscTarget;
import org.strata.opal.datatype.Buf;
import org.strata.opal.memory.Memory;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;

/**
 * One integer of 4 or 8 bytes: counters, flags and queue heads, which most accumulates are. They
 * are loaded and stored as a long, without packing and without a kernel. Tier 1.
 */
public final class IntegerElement {
    private IntegerElement() {}

    /** Returns whether an accumulate is of one such integer, in native memory on both sides. */
    public static boolean is(NumberKind kind, OscTarget target, Buf origin, Buf into) {
        boolean wide = kind == NumberKind.INT64 && target.size() == Long.BYTES;
        boolean narrow = kind == NumberKind.INT32 && target.size() == Integer.BYTES;
        return (wide || narrow)
                && target.layout().contiguous()
                && (origin == null || isPlain(origin))
                && (into == null || isPlain(into));
    }

    /** Returns whether elements are gapless native memory. */
    public static boolean isPlain(Buf buf) {
        return buf.base() == null && buf.layout().contiguous();
    }

    /** Loads an element of 4 or 8 bytes. */
    public static long load(long address, long bytes) {
        return bytes == Long.BYTES ? Memory.getLong(address) : Memory.getInt(address);
    }

    /** Stores an element of 4 or 8 bytes. */
    public static void store(long address, long bytes, long value) {
        if (bytes == Long.BYTES) {
            Memory.putLong(address, value);
        } else {
            Memory.putInt(address, (int) value);
        }
    }

    /**
     * Returns what the target's element becomes.
     *
     * @param op one that MPI defines for integers, and changes them
     */
    public static long combine(OpKind op, long operand, long current) {
        return switch (op) {
            case SUM -> operand + current;
            case REPLACE -> operand;
            case MAX -> Math.max(operand, current);
            case MIN -> Math.min(operand, current);
            case PROD -> operand * current;
            case LAND -> operand != 0 && current != 0 ? 1 : 0;
            case LOR -> operand != 0 || current != 0 ? 1 : 0;
            case LXOR -> (operand != 0) != (current != 0) ? 1 : 0;
            case BAND -> operand & current;
            case BOR -> operand | current;
            case BXOR -> operand ^ current;
            case NO_OP, MINLOC, MAXLOC -> throw new IllegalArgumentException(op + " of integers");
        };
    }
}
