package org.strata.mca.coll;

/** A reduction over elements of one datatype, as a collective algorithm uses it. */
public interface ReduceOp {
    /**
     * Combines element by element: {@code inout = in op inout} (MPI 3.1 §5.9.5); {@code in} comes
     * from the lower ranks. Both places are (base, offset) pairs: base null for a native address.
     *
     * @param count elements of the datatype
     */
    void apply(Object inBase, long in, Object inoutBase, long inout, long count);

    /** Returns whether operands may be swapped. */
    boolean commutative();
}
