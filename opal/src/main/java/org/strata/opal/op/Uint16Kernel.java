package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/** Reductions of chars, which are unsigned. */
abstract class Uint16Kernel extends ArrayKernel<char[]> {
    Uint16Kernel() {
        super(char[].class, 1);
    }

    abstract char combine(char a, char b);

    @Override
    char[] scratch(int length) {
        return new char[length];
    }

    @Override
    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
        for (int i = 0; i < count; i++) {
            long at = (long) i << 1;
            char b = load(inoutBase, inout + at);
            store(inoutBase, inout + at, combine(load(inBase, in + at), b));
        }
    }

    private static char load(Object base, long offset) {
        return base == null ? (char) Memory.getShort(offset) : ((char[]) base)[(int) (offset >> 1)];
    }

    private static void store(Object base, long offset, char value) {
        if (base == null) {
            Memory.putShort(offset, (short) value);
        } else {
            ((char[]) base)[(int) (offset >> 1)] = value;
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

    private static final class Max extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return a > b ? a : b;
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Min extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return a < b ? a : b;
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Sum extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return (char) (a + b);
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Prod extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return (char) (a * b);
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Land extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return a != 0 && b != 0 ? (char) 1 : (char) 0;
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Band extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return (char) (a & b);
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lor extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return (a | b) != 0 ? (char) 1 : (char) 0;
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bor extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return (char) (a | b);
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lxor extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return (a == 0) != (b == 0) ? (char) 1 : (char) 0;
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bxor extends Uint16Kernel {
        @Override
        char combine(char a, char b) {
            return (char) (a ^ b);
        }

        @Override
        void loop(char[] in, char[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }
}
