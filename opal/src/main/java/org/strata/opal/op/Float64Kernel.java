package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/** Reductions of doubles; NaN wins a MAX or MIN, and -0.0 is less than 0.0. */
abstract class Float64Kernel extends ArrayKernel<double[]> {
    Float64Kernel() {
        super(double[].class, 3);
    }

    abstract double combine(double a, double b);

    @Override
    double[] scratch(int length) {
        return new double[length];
    }

    @Override
    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
        for (int i = 0; i < count; i++) {
            long at = (long) i << 3;
            double b = load(inoutBase, inout + at);
            store(inoutBase, inout + at, combine(load(inBase, in + at), b));
        }
    }

    private static double load(Object base, long offset) {
        return base == null
                ? Double.longBitsToDouble(Memory.getLong(offset))
                : ((double[]) base)[(int) (offset >> 3)];
    }

    private static void store(Object base, long offset, double value) {
        if (base == null) {
            Memory.putLong(offset, Double.doubleToRawLongBits(value));
        } else {
            ((double[]) base)[(int) (offset >> 3)] = value;
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

    private static final class Max extends Float64Kernel {
        @Override
        double combine(double a, double b) {
            return Math.max(a, b);
        }

        @Override
        void loop(double[] in, double[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Min extends Float64Kernel {
        @Override
        double combine(double a, double b) {
            return Math.min(a, b);
        }

        @Override
        void loop(double[] in, double[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Sum extends Float64Kernel {
        @Override
        double combine(double a, double b) {
            return a + b;
        }

        @Override
        void loop(double[] in, double[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }

    private static final class Prod extends Float64Kernel {
        @Override
        double combine(double a, double b) {
            return a * b;
        }

        @Override
        void loop(double[] in, double[] inout, int from, int to) {
            for (int i = from; i < to; i++) {
                inout[i] = combine(in[i], inout[i]);
            }
        }
    }
}
