package org.strata.opal.op;

/** Sum and product of complex numbers of two floats. */
final class FloatComplexKernel extends ArrayKernel<float[]> {
    private FloatComplexKernel() {
        super(float[].class, 2);
    }

    static ReduceKernel of(OpKind op) {
        return switch (op) {
            case SUM -> sum(Float32Kernel.of(OpKind.SUM));
            case PROD -> new FloatComplexKernel();
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
    float[] scratch(int length) {
        return new float[length];
    }

    @Override
    void loop(float[] in, float[] inout, int from, int to) {
        for (int i = from; i < to; i += 2) {
            float re = in[i] * inout[i] - in[i + 1] * inout[i + 1];
            inout[i + 1] = in[i] * inout[i + 1] + in[i + 1] * inout[i];
            inout[i] = re;
        }
    }

    @Override
    void few(Object inBase, long in, Object inoutBase, long inout, int count) {
        pieces(inBase, in, inoutBase, inout, count);
    }
}
