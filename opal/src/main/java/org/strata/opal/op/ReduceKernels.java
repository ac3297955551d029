package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/** All reduction kernels, by operation and element. */
public final class ReduceKernels {
    private static final ReduceKernel[][] TABLE = table();

    private ReduceKernels() {}

    /**
     * Returns the kernel, or null when MPI does not define the operation for the element (MPI 3.1
     * §5.9.2): logical and bitwise ones for integers only, order for real numbers only, MINLOC and
     * MAXLOC for pairs only.
     */
    public static ReduceKernel find(OpKind op, NumberKind kind) {
        return TABLE[op.ordinal()][kind.ordinal()];
    }

    private static ReduceKernel[][] table() {
        OpKind[] ops = OpKind.values();
        NumberKind[] kinds = NumberKind.values();
        ReduceKernel[][] table = new ReduceKernel[ops.length][kinds.length];
        for (OpKind op : ops) {
            for (NumberKind kind : kinds) {
                table[op.ordinal()][kind.ordinal()] = make(op, kind);
            }
        }
        return table;
    }

    private static ReduceKernel make(OpKind op, NumberKind kind) {
        return switch (op) {
            case REPLACE -> replace(kind.extent());
            case NO_OP -> (inBase, in, inoutBase, inout, count) -> {};
            default -> arithmetic(op, kind);
        };
    }

    private static ReduceKernel arithmetic(OpKind op, NumberKind kind) {
        return switch (kind) {
            case UINT8, BOOLEAN8 -> Uint8Kernel.of(op);
            case UINT16 -> Uint16Kernel.of(op);
            case INT16 -> Int16Kernel.of(op);
            case INT32 -> Int32Kernel.of(op);
            case INT64 -> Int64Kernel.of(op);
            case FLOAT32 -> Float32Kernel.of(op);
            case FLOAT64 -> Float64Kernel.of(op);
            case FLOAT_COMPLEX -> FloatComplexKernel.of(op);
            case DOUBLE_COMPLEX -> DoubleComplexKernel.of(op);
            case INT2, SHORT_INT, LONG_INT, FLOAT_INT, DOUBLE_INT -> PairKernel.of(op, kind);
        };
    }

    private static ReduceKernel replace(long extent) {
        return (inBase, in, inoutBase, inout, count) ->
                Memory.copy(inBase, in, inoutBase, inout, count * extent);
    }
}
