package org.strata.coll.allgather;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Allgatherv in the order of Open MPI's numbers. */
public enum AllgathervAlgorithm implements Algorithm {
    DEFAULT,
    BRUCK,
    RING,
    NEIGHBOR,
    TWO_PROC;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
