package mpi;

import java.util.Arrays;

/** A reduction operation: predefined, or a user's function. */
public class Op implements Freeable {
    private final String name;

    /** The bindings' predefined operation; null for a function. */
    private final org.strata.mpi.Op core;

    /**
     * Replaces a predefined operation on MPI.BYTE, whose elements the bindings take as unsigned.
     */
    private final User_function onBytes;

    private User_function function;
    private final boolean commute;

    /** Whether items are pairs of a value and an index. */
    private final boolean pairs;

    /** Makes a predefined operation. */
    Op(org.strata.mpi.Op core, User_function onBytes) {
        this.name = core.toString();
        this.core = core;
        this.onBytes = onBytes;
        this.commute = true;
        this.pairs = false;
    }

    /** Makes MINLOC or MAXLOC. */
    Op(PairFunction function, String name) {
        this.name = name;
        this.core = null;
        this.onBytes = null;
        this.function = function;
        this.commute = true;
        this.pairs = true;
    }

    /**
     * Makes an operation of a function, which must be associative.
     *
     * @param function combines items
     * @param commute whether operands may be swapped; otherwise they are combined in rank order
     */
    public Op(User_function function, boolean commute) throws MPIException {
        if (function == null) {
            throw MPIException.bad("MPI_ERR_OP", "the function is null");
        }
        this.name = "user operation";
        this.core = null;
        this.onBytes = null;
        this.function = function;
        this.commute = commute;
        this.pairs = false;
    }

    /**
     * What a call of the bindings gets to reduce items.
     *
     * @param op the bindings' operation
     * @param type the bindings' datatype
     * @param factor items of the bindings for each of the program's
     */
    record Reduction(org.strata.mpi.Op op, org.strata.mpi.Datatype type, int factor) {
        int count(int count) {
            return Math.multiplyExact(count, factor);
        }

        int[] counts(int[] counts) {
            return Arrays.stream(counts).map(this::count).toArray();
        }
    }

    static Op require(Op op) {
        if (op == null || (op.core == null && op.function == null)) {
            throw MPIException.bad("MPI_ERR_OP", "the operation is null");
        }
        return op;
    }

    /** Returns the reduction of items of a datatype. */
    Reduction on(Datatype type) {
        if (function != null) {
            checkPairs(type);
            return of(function, type);
        }
        if (onBytes != null && type.kind == ElementKind.BYTE) {
            return of(onBytes, type);
        }
        // Predefined operations of the bindings know basic datatypes only.
        return type.isDense()
                ? new Reduction(core, type.kind.core, type.Size())
                : new Reduction(core, type.core(), 1);
    }

    private Reduction of(User_function combining, Datatype type) {
        ArrayFunction calls = new ArrayFunction(combining, type);
        return new Reduction(new org.strata.mpi.Op(calls, commute), type.core(), 1);
    }

    private void checkPairs(Datatype type) {
        if (pairs && type.Size() != 2) {
            throw MPIException.bad(
                    "MPI_ERR_OP", name + " needs pairs such as MPI.INT2, not " + type);
        }
    }

    /** Combines objects: {@code inout = in op inout}. */
    void combine(Object[] in, Object[] inout, int count, Datatype type) {
        if (function == null || pairs) {
            throw MPIException.bad("MPI_ERR_OP", name + " does not combine objects");
        }
        int origin = (int) Math.max(0, -type.first(count));
        function.Call(in, origin, inout, origin, count, type);
    }

    /** Makes the operation null. */
    @Override
    public void free() throws MPIException {
        if (core != null || pairs) {
            throw MPIException.bad("MPI_ERR_OP", name + " is predefined");
        }
        function = null;
    }

    /** Does nothing: the garbage collector reclaims operations. mpiJava declares it. */
    @Override
    @SuppressWarnings("removal")
    public void finalize() throws MPIException {}

    @Override
    public String toString() {
        return name;
    }
}
