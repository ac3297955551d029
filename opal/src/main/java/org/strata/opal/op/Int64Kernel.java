package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/** Reductions of longs. */
abstract class Int64Kernel extends ArrayKernel<long[]> {
    Int64Kernel() {
        super(long[].class, 3);
    }

    abstract long combine(long a, long b);

    @Override
    long[] scratch(int length) {
        return new long[length];
    }

    @Override
    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
        for (int i = 0; i < count; i++) {
            long at = (long) i << 3;
            long b = load(inoutBase, inout + at);
            store(inoutBase, inout + at, combine(load(inBase, in + at), b));
        }
    }

    private static long load(Object base, long offset) {
        return base == null ? Memory.getLong(offset) : ((long[]) base)[(int) (offset >> 3)];
    }

    private static void store(Object base, long offset, long value) {
        if (base == null) {
            Memory.putLong(offset, value);
        } else {
            ((long[]) base)[(int) (offset >> 3)] = value;
        }
    }

    static ReduceKernel of(OpKind op) {
        return switch (op) {
            case MAX -> new Max();
            case MIN -> new Min();
            case SUM -> new Sum();
            case PROD -> new Prod();
            case LAND -> new Land();
            case BAND -> new Band();
            case LOR -> new Lor();
            case BOR -> new Bor();
            case LXOR -> new Lxor();
            case BXOR -> new Bxor();
            default -> null;
        };
    }

    private static final class Max extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return Math.max(a, b);
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Min extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return Math.min(a, b);
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Sum extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return a + b;
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Prod extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return a * b;
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Land extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return a != 0 && b != 0 ? 1 : 0;
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Band extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return a & b;
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lor extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return (a | b) != 0 ? 1 : 0;
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bor extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return a | b;
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lxor extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return (a == 0) != (b == 0) ? 1 : 0;
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bxor extends Int64Kernel {
        @Override
        long combine(long a, long b) {
            return a ^ b;
        }

        @Override
        void loop(long[] in, long[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }
}
