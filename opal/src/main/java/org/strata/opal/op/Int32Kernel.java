package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/** Reductions of ints. */
abstract class Int32Kernel extends ArrayKernel<int[]> {
    Int32Kernel() {
        super(int[].class, 2);
    }

    abstract int combine(int a, int b);

    @Override
    int[] scratch(int length) {
        return new int[length];
    }

    @Override
    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
        for (int i = 0; i < count; i++) {
            long at = (long) i << 2;
            int b = load(inoutBase, inout + at);
            store(inoutBase, inout + at, combine(load(inBase, in + at), b));
        }
    }

    private static int load(Object base, long offset) {
        return base == null ? Memory.getInt(offset) : ((int[]) base)[(int) (offset >> 2)];
    }

    private static void store(Object base, long offset, int value) {
        if (base == null) {
            Memory.putInt(offset, value);
        } else {
            ((int[]) base)[(int) (offset >> 2)] = value;
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

    private static final class Max extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return Math.max(a, b);
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Min extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return Math.min(a, b);
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Sum extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return a + b;
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Prod extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return a * b;
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Land extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return a != 0 && b != 0 ? 1 : 0;
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Band extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return a & b;
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lor extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return (a | b) != 0 ? 1 : 0;
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bor extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return a | b;
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lxor extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return (a == 0) != (b == 0) ? 1 : 0;
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bxor extends Int32Kernel {
        @Override
        int combine(int a, int b) {
            return a ^ b;
        }

        @Override
        void loop(int[] in, int[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }
}
