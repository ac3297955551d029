package org.strata.coll.alltoall;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Alltoall in the order of Open MPI's numbers. */
public enum AlltoallAlgorithm implements Algorithm {
    LINEAR,
    PAIRWISE,
    MODIFIED_BRUCK,
    LINEAR_SYNC,
    TWO_PROC;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
