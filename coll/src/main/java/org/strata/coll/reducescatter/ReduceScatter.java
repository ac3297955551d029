package org.strata.coll.reducescatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/**
 * The function that every algorithm of MPI_Reduce_scatter and MPI_Reduce_scatter_block implements.
 */
@FunctionalInterface
public interface ReduceScatter {
    /**
     * Reduces the vectors of all ranks and leaves at each rank its part of the result.
     *
     * @param input the whole vector, one part per rank, one after another; only read
     * @param result this rank's part of the reduced vector; may lie at the input's start
     */
    void run(Call call, Parts input, Buf result, ReduceOp op);
}
