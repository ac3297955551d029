package mpi;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.op.NumberKind;
import org.strata.opal.op.OpKind;
import org.strata.opal.op.ReduceKernel;
import org.strata.opal.op.ReduceKernels;

/** A reduction operation (MPI 3.1 §5.9): predefined, or a user's function. */
public final class Op implements Freeable {
    private final OpKind kind;
    private final boolean commute;
    private UserFunction function;

    /** The reductions that the collectives call, by base type; made at first use. */
    private final ReduceOp[] predefined;

    /** Makes a predefined operation. */
    Op(OpKind kind) {
        this.kind = kind;
        this.commute = true;
        this.predefined = new ReduceOp[BaseType.values().length];
    }

    /**
     * Makes an operation of a function (MPI 3.1 §5.9.5). The function must be associative.
     *
     * @param function combines elements
     * @param commute whether operands may be swapped; otherwise they are combined in rank order
     */
    public Op(UserFunction function, boolean commute) {
        this.kind = null;
        this.commute = commute;
        this.function = function;
        this.predefined = null;
    }

    /**
     * Returns the reduction of elements of a datatype, or null when MPI does not define it: a
     * predefined operation reduces the predefined datatypes of its kind (MPI 3.1 §5.9.2), and
     * MPI_REPLACE and MPI_NO_OP are for one-sided communication only.
     */
    ReduceOp on(Datatype type) {
        if (function != null) {
            return new UserReduction(function, commute, type);
        }
        if (kind == null || kind == OpKind.REPLACE || kind == OpKind.NO_OP) {
            return null;
        }
        int index = type.base().ordinal();
        if (predefined[index] == null && type.isPredefined() && type.base().number != null) {
            NumberKind number = type.base().number;
            ReduceKernel kernel = ReduceKernels.find(kind, number);
            predefined[index] =
                    kernel == null
                            ? null
                            : new PredefinedReduction(kind, kernel, number.isInteger());
        }
        return type.isPredefined() ? predefined[index] : null;
    }

    /** Returns the predefined operation, null for another one. */
    OpKind kind() {
        return kind;
    }

    private record PredefinedReduction(OpKind kind, ReduceKernel kernel, boolean exact)
            implements ReduceOp {
        @Override
        public void apply(Object inBase, long in, Object inoutBase, long inout, long count) {
            kernel.apply(inBase, in, inoutBase, inout, count);
        }

        @Override
        public boolean commutative() {
            return true;
        }

        /** Returns the operation's symbol, for messages. */
        @Override
        public String toString() {
            return "MPI_" + kind;
        }
    }

    /** Returns whether operands may be swapped (MPI 3.1 §5.9.7). */
    public boolean isCommutative() {
        return commute;
    }

    /**
     * Makes the operation null (MPI 3.1 §5.9.5).
     *
     * @throws MPIException ERR_OP if it is predefined or null
     */
    @Override
    public void free() throws MPIException {
        if (function == null) {
            String state = kind == null ? "null" : "predefined";
            String detail = "the operation is " + state;
            throw Errors.raise(null, MPI.ERR_OP, "MPI_Op_free", detail);
        }
        function = null;
    }

    /** Returns whether the operation was freed. */
    public boolean isNull() {
        return kind == null && function == null;
    }

    /** Returns the operation's symbol, for messages. */
    @Override
    public String toString() {
        return kind == null ? "user operation" : "MPI_" + kind;
    }
}
