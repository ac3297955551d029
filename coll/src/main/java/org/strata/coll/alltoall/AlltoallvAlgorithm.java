package org.strata.coll.alltoall;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Alltoallv in the order of Open MPI's numbers. */
public enum AlltoallvAlgorithm implements Algorithm {
    BASIC_LINEAR,
    PAIRWISE;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
