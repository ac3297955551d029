package org.strata.coll.barrier;

import org.strata.coll.base.Call;

/** What every algorithm of MPI_Barrier does. */
@FunctionalInterface
public interface Barrier {
    /** Returns when all ranks have called it. */
    void run(Call call);
}
