package org.strata.coll.allreduce;

import org.strata.coll.base.Call;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The function that every algorithm of MPI_Allreduce implements. */
@FunctionalInterface
public interface Allreduce {
    /**
     * Reduces the vectors of all ranks and leaves the result at each of them.
     *
     * @param input this rank's vector, not empty; only read, unless it is the result buffer
     * @param result the same object as {@code input} for in place
     */
    void run(Call call, Buf input, Buf result, ReduceOp op);
}
