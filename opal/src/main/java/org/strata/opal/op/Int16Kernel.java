package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/** Reductions of shorts. */
abstract class Int16Kernel extends ArrayKernel<short[]> {
    Int16Kernel() {
        super(short[].class, 1);
    }

    abstract short combine(short a, short b);

    @Override
    short[] scratch(int length) {
        return new short[length];
    }

    @Override
    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
        for (int i = 0; i < count; i++) {
            long at = (long) i << 1;
            short b = load(inoutBase, inout + at);
            store(inoutBase, inout + at, combine(load(inBase, in + at), b));
        }
    }

    private static short load(Object base, long offset) {
        return base == null ? Memory.getShort(offset) : ((short[]) base)[(int) (offset >> 1)];
    }

    private static void store(Object base, long offset, short value) {
        if (base == null) {
            Memory.putShort(offset, value);
        } else {
            ((short[]) base)[(int) (offset >> 1)] = value;
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

    private static final class Max extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return a > b ? a : b;
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Min extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return a < b ? a : b;
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Sum extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return (short) (a + b);
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Prod extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return (short) (a * b);
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Land extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return a != 0 && b != 0 ? (short) 1 : (short) 0;
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Band extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return (short) (a & b);
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lor extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return (a | b) != 0 ? (short) 1 : (short) 0;
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bor extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return (short) (a | b);
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lxor extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return (a == 0) != (b == 0) ? (short) 1 : (short) 0;
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bxor extends Int16Kernel {
        @Override
        short combine(short a, short b) {
            return (short) (a ^ b);
        }

        @Override
        void loop(short[] in, short[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }
}
