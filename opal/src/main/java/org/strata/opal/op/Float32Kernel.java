package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/** Reductions of floats; NaN wins a MAX or MIN, and -0.0 is less than 0.0. */
abstract class Float32Kernel extends ArrayKernel<float[]> {
    Float32Kernel() {
        super(float[].class, 2);
    }

    abstract float combine(float a, float b);

    @Override
    float[] scratch(int length) {
        return new float[length];
    }

    @Override
    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
        for (int i = 0; i < count; i++) {
            long at = (long) i << 2;
            float b = load(inoutBase, inout + at);
            store(inoutBase, inout + at, combine(load(inBase, in + at), b));
        }
    }

    private static float load(Object base, long offset) {
        return base == null
                ? Float.intBitsToFloat(Memory.getInt(offset))
                : ((float[]) base)[(int) (offset >> 2)];
    }

    private static void store(Object base, long offset, float value) {
        if (base == null) {
            Memory.putInt(offset, Float.floatToRawIntBits(value));
        } else {
            ((float[]) base)[(int) (offset >> 2)] = value;
        }
    }

    static ReduceKernel of(OpKind op) {
        return switch (op) {
            case MAX -> new Max();
            case MIN -> new Min();
            case SUM -> new Sum();
            case PROD -> new Prod();
            default -> null;
        };
    }

    private static final class Max extends Float32Kernel {
        @Override
        float combine(float a, float b) {
            return Math.max(a, b);
        }

        @Override
        void loop(float[] in, float[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Min extends Float32Kernel {
        @Override
        float combine(float a, float b) {
            return Math.min(a, b);
        }

        @Override
        void loop(float[] in, float[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Sum extends Float32Kernel {
        @Override
        float combine(float a, float b) {
            return a + b;
        }

        @Override
        void loop(float[] in, float[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Prod extends Float32Kernel {
        @Override
        float combine(float a, float b) {
            return a * b;
        }

        @Override
        void loop(float[] in, float[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }
}
