package org.strata.opal.op;

import org.strata.opal.memory.Memory;

/**
 * All reduction kernels, by operation and element. Each is made when it is first asked for: all of
 * them are a hundred classes, which took a rank's first reduction 3 ms. Any thread; two that ask at
 * once may make the same kernel, which has no state.
 */
public final class ReduceKernels {
    private static final int KINDS = NumberKind.values().length;

    /** Stands for the kernel of an operation that MPI does not define for the element. */
    private static final ReduceKernel UNDEFINED = (inBase, in, inoutBase, inout, count) -> {};

    /** Those made so far; null for others. */
    private static final ReduceKernel[] MADE = new ReduceKernel[OpKind.values().length * KINDS];

    private ReduceKernels() {}

    /**
     * Returns the kernel, or null when MPI does not define the operation for the element (MPI 3.1
     * §5.9.2): logical and bitwise ones for integers only, order for real numbers only, MINLOC and
     * MAXLOC for pairs only.
     */
    public static ReduceKernel find(OpKind op, NumberKind kind) {
        ReduceKernel known = MADE[op.ordinal() * KINDS + kind.ordinal()];
        if (known == null) {
            known = keep(op, kind);
        }
        return known == UNDEFINED ? null : known;
    }

    private static ReduceKernel keep(OpKind op, NumberKind kind) {
        ReduceKernel made = make(op, kind);
        ReduceKernel kept = made == null ? UNDEFINED : made;
        MADE[op.ordinal() * KINDS + kind.ordinal()] = kept;
        return kept;
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
