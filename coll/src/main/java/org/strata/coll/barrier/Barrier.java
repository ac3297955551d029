package org.strata.coll.barrier;

import org.strata.coll.base.Call;

/** The function that every algorithm of MPI_Barrier implements. */
@FunctionalInterface
public interface Barrier {
    /** Returns when all ranks have called it. */
    void run(Call call);
}
