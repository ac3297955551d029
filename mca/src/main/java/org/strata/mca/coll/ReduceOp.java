package org.strata.mca.coll;

/** A reduction over elements of one datatype, as a collective algorithm uses it. */
public interface ReduceOp {
    /**
     * Combines element by element: {@code inout = in op inout} (MPI 3.1 §5.9.5); {@code in} comes
     * from the lower ranks. Both places are (base, offset) pairs: base null for a native address.
     *
     * <p>Throws nothing: an algorithm that ended here would leave messages behind, which the next
     * collective would match. An operation that fails remembers that and returns.
     *
     * @param count elements of the datatype
     */
    void apply(Object inBase, long in, Object inoutBase, long inout, long count);

    /** Returns whether operands may be swapped. */
    boolean commutative();

    /** Returns whether every order of the operands gives the same bits, as integers do. */
    default boolean exact() {
        return false;
    }

    /**
     * Returns whether {@link #apply} may write to its input, as a user's function may: the caller
     * then passes memory that nobody else reads.
     */
    default boolean writesInput() {
        return false;
    }

    /** Returns what a function of the program has thrown in {@link #apply}, or null. */
    default Throwable failure() {
        return null;
    }
}
