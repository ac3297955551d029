package org.strata.coll.scan;

import org.strata.coll.base.Call;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The function that every algorithm of MPI_Scan and MPI_Exscan implements. */
@FunctionalInterface
public interface Scan {
    /**
     * Reduces the vectors of the ranks up to this one; MPI_Exscan leaves this one out, and rank 0's
     * result alone.
     *
     * @param result for MPI_Scan the same object as {@code input} for in place
     */
    void run(Call call, Buf input, Buf result, ReduceOp op);
}
