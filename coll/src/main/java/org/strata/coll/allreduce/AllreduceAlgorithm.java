package org.strata.coll.allreduce;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Allreduce in the order of Open MPI's numbers. */
public enum AllreduceAlgorithm implements Algorithm {
    BASIC_LINEAR,
    NONOVERLAPPING,
    RECURSIVE_DOUBLING,
    RING,
    SEGMENTED_RING,
    RABENSEIFNER;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
