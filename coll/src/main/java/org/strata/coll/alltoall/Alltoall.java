package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;

/** The function that every algorithm of MPI_Alltoall and MPI_Alltoallv implements. */
@FunctionalInterface
public interface Alltoall {
    /**
     * Sends every rank the part that is for it.
     *
     * @param out this rank's part for each rank; another buffer than {@code in}
     * @param in where each rank's part goes
     */
    void run(Call call, Parts out, Parts in);
}
