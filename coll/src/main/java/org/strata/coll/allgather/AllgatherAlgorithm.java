package org.strata.coll.allgather;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Allgather in the order of Open MPI's numbers. */
public enum AllgatherAlgorithm implements Algorithm {
    LINEAR,
    BRUCK,
    RECURSIVE_DOUBLING,
    RING,
    NEIGHBOR,
    TWO_PROC;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
