package org.strata.coll.bcast;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Bcast in the order of Open MPI's numbers. */
public enum BcastAlgorithm implements Algorithm {
    BASIC_LINEAR,
    CHAIN,
    PIPELINE,
    SPLIT_BINARY,
    BINARY,
    BINOMIAL,
    KNOMIAL,
    SCATTER_ALLGATHER,
    SCATTER_ALLGATHER_RING;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
