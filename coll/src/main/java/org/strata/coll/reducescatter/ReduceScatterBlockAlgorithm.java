package org.strata.coll.reducescatter;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Reduce_scatter_block in the order of Open MPI's numbers. */
public enum ReduceScatterBlockAlgorithm implements Algorithm {
    BASIC_LINEAR,
    RECURSIVE_DOUBLING,
    RECURSIVE_HALVING;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
