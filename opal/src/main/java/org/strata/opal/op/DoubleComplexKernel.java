package org.strata.opal.op;

/** Sum and product of complex numbers of two doubles. */
final class DoubleComplexKernel extends ArrayKernel<double[]> {
    private DoubleComplexKernel() {
        super(double[].class, 3);
    }

    static ReduceKernel of(OpKind op) {
        return switch (op) {
            case SUM -> sum(Float64Kernel.of(OpKind.SUM));
            case PROD -> new DoubleComplexKernel();
            default -> null;
        };
    }

    private static ReduceKernel sum(ReduceKernel parts) {
        return (inBase, in, inoutBase, inout, count) ->
                parts.apply(inBase, in, inoutBase, inout, 2 * count);
    }

    @Override
    int width() {
        return 2;
    }

    @Override
    double[] scratch(int length) {
        return new double[length];
    }

    @Override
    void loop(double[] in, double[] inout, int from, int to) {
        for (int i = from; i < to; i += 2) {
            double re = in[i] * inout[i] - in[i + 1] * inout[i + 1];
            inout[i + 1] = in[i] * inout[i + 1] + in[i + 1] * inout[i];
            inout[i] = re;
        }
    }

    @Override
    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
        pieces(inBase, in, inoutBase, inout, count);
    }
}
