package org.strata.coll.reduce;

import org.strata.coll.base.Call;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The function that every algorithm of MPI_Reduce implements. */
@FunctionalInterface
public interface Reduce {
    /**
     * Reduces the vectors of all ranks and leaves the result at the root.
     *
     * @param input this rank's vector, not empty; only read, unless it is the result buffer
     * @param result used at the root only; the same object as {@code input} for in place
     */
    void run(Call call, Buf input, Buf result, ReduceOp op, int root);
}
