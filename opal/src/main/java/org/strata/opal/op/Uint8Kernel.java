package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/** Reductions of bytes taken as unsigned. */
abstract class Uint8Kernel extends ArrayKernel<byte[]> {
    Uint8Kernel() {
        super(byte[].class, 0);
    }

    abstract byte combine(byte a, byte b);

    @Override
    byte[] scratch(int length) {
        return new byte[length];
    }

    @Override
    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
        for (int i = 0; i < count; i++) {
            long at = (long) i << 0;
            byte b = load(inoutBase, inout + at);
            store(inoutBase, inout + at, combine(load(inBase, in + at), b));
        }
    }

    private static byte load(Object base, long offset) {
        return base == null ? Memory.getByte(offset) : ((byte[]) base)[(int) (offset >> 0)];
    }

    private static void store(Object base, long offset, byte value) {
        if (base == null) {
            Memory.putByte(offset, value);
        } else {
            ((byte[]) base)[(int) (offset >> 0)] = value;
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

    private static final class Max extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return (a & 0xff) > (b & 0xff) ? a : b;
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Min extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return (a & 0xff) < (b & 0xff) ? a : b;
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Sum extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return (byte) (a + b);
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Prod extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return (byte) (a * b);
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Land extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return a != 0 && b != 0 ? (byte) 1 : (byte) 0;
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Band extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return (byte) (a & b);
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lor extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return (a | b) != 0 ? (byte) 1 : (byte) 0;
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bor extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return (byte) (a | b);
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Lxor extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return (a == 0) != (b == 0) ? (byte) 1 : (byte) 0;
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Bxor extends Uint8Kernel {
        @Override
        byte combine(byte a, byte b) {
            return (byte) (a ^ b);
        }

        @Override
        void loop(byte[] in, byte[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }
}
