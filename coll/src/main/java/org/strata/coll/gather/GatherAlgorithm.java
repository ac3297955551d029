package org.strata.coll.gather;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Gather in the order of Open MPI's numbers. */
public enum GatherAlgorithm implements Algorithm {
    BASIC_LINEAR,
    BINOMIAL,
    LINEAR_SYNC;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
