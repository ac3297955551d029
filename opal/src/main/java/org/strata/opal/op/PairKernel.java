package org.strata.opal.op;

import org.strata.opal.memory.Memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MINLOC and MAXLOC over (value, index) pairs: the extreme value, of equal ones the lowest index.
 * Padding is never changed.
 */
abstract class PairKernel implements ReduceKernel {
    private static final int PIECE_BYTES = 2048;

    private static final VarHandle SHORTS = view(short[].class);
    private static final VarHandle INTS = view(int[].class);
    private static final VarHandle LONGS = view(long[].class);
    private static final VarHandle FLOATS = view(float[].class);
    private static final VarHandle DOUBLES = view(double[].class);

    private final int extent;
    private final boolean largest;

    private PairKernel(NumberKind kind, boolean largest) {
        this.extent = kind.extent();
        this.largest = largest;
    }

    private static VarHandle view(Class<?> type) {
        return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.nativeOrder());
    }

    static ReduceKernel of(OpKind op, NumberKind kind) {
        if (op != OpKind.MINLOC && op != OpKind.MAXLOC) {
            return null;
        }
        boolean largest = op == OpKind.MAXLOC;
        return switch (kind) {
            case INT2 -> new IntPair(largest);
            case SHORT_INT -> new ShortPair(largest);
            case LONG_INT -> new LongPair(largest);
            case FLOAT_INT -> new FloatPair(largest);
            case DOUBLE_INT -> new DoublePair(largest);
            default -> null;
        };
    }

    /** Combines the pair at {@code i} of one array into the pair at {@code j} of the other. */
    abstract void combine(byte[] in, int i, byte[] inout, int j);

    final boolean largest() {
        return largest;
    }

    /** For equal values: keeps the lower index. */
    static void lowerIndex(byte[] in, int i, byte[] inout, int j) {
        int a = (int) INTS.get(in, i);
        if (a < (int) INTS.get(inout, j)) {
            INTS.set(inout, j, a);
        }
    }

    static void copyIndex(byte[] in, int i, byte[] inout, int j) {
        INTS.set(inout, j, (int) INTS.get(in, i));
    }

    @Override
    public final void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
        if (inBase instanceof byte[] a && inoutBase instanceof byte[] b) {
            run(a, (int) in, b, (int) inout, (int) count);
            return;
        }
        int piece = (int) Math.min(count, PIECE_BYTES / extent);
        byte[] a = new byte[piece * extent];
        byte[] b = new byte[piece * extent];
        for (long done = 0; done < count; done += piece) {
            int now = (int) Math.min(piece, count - done);
            long at = done * extent;
            Memory.copy(inBase, in + at, a, 0, (long) now * extent);
            Memory.copy(inoutBase, inout + at, b, 0, (long) now * extent);
            run(a, 0, b, 0, now);
            Memory.copy(b, 0, inoutBase, inout + at, (long) now * extent);
        }
    }

    private void run(byte[] in, int i, byte[] inout, int j, int count) {
        for (int k = 0; k < count; k++) {
            combine(in, i + k * extent, inout, j + k * extent);
        }
    }

    private static final class IntPair extends PairKernel {
        IntPair(boolean largest) {
            super(NumberKind.INT2, largest);
        }

        @Override
        void combine(byte[] in, int i, byte[] inout, int j) {
            int a = (int) INTS.get(in, i);
            int b = (int) INTS.get(inout, j);
            if (a == b) {
                lowerIndex(in, i + 4, inout, j + 4);
            } else if (a > b == largest()) {
                INTS.set(inout, j, a);
                copyIndex(in, i + 4, inout, j + 4);
            }
        }
    }

    private static final class ShortPair extends PairKernel {
        ShortPair(boolean largest) {
            super(NumberKind.SHORT_INT, largest);
        }

        @Override
        void combine(byte[] in, int i, byte[] inout, int j) {
            short a = (short) SHORTS.get(in, i);
            short b = (short) SHORTS.get(inout, j);
            if (a == b) {
                lowerIndex(in, i + 4, inout, j + 4);
            } else if (a > b == largest()) {
                SHORTS.set(inout, j, a);
                copyIndex(in, i + 4, inout, j + 4);
            }
        }
    }

    private static final class LongPair extends PairKernel {
        LongPair(boolean largest) {
            super(NumberKind.LONG_INT, largest);
        }

        @Override
        void combine(byte[] in, int i, byte[] inout, int j) {
            long a = (long) LONGS.get(in, i);
            long b = (long) LONGS.get(inout, j);
            if (a == b) {
                lowerIndex(in, i + 8, inout, j + 8);
            } else if (a > b == largest()) {
                LONGS.set(inout, j, a);
                copyIndex(in, i + 8, inout, j + 8);
            }
        }
    }

    private static final class FloatPair extends PairKernel {
        FloatPair(boolean largest) {
            super(NumberKind.FLOAT_INT, largest);
        }

        @Override
        void combine(byte[] in, int i, byte[] inout, int j) {
            float a = (float) FLOATS.get(in, i);
            float b = (float) FLOATS.get(inout, j);
            if (a == b) {
                lowerIndex(in, i + 4, inout, j + 4);
            } else if (largest() ? a > b : a < b) {
                FLOATS.set(inout, j, a);
                copyIndex(in, i + 4, inout, j + 4);
            }
        }
    }

    private static final class DoublePair extends PairKernel {
        DoublePair(boolean largest) {
            super(NumberKind.DOUBLE_INT, largest);
        }

        @Override
        void combine(byte[] in, int i, byte[] inout, int j) {
            double a = (double) DOUBLES.get(in, i);
            double b = (double) DOUBLES.get(inout, j);
            if (a == b) {
                lowerIndex(in, i + 8, inout, j + 8);
            } else if (largest() ? a > b : a < b) {
                DOUBLES.set(inout, j, a);
                copyIndex(in, i + 8, inout, j + 8);
            }
        }
    }
}
