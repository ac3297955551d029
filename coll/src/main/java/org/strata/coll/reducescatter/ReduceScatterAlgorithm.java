package org.strata.coll.reducescatter;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Reduce_scatter in the order of Open MPI's numbers. */
public enum ReduceScatterAlgorithm implements Algorithm {
    NON_OVERLAPPING,
    RECURSIVE_HALVING,
    RING;

    @Override
    public String label() {
        return this == NON_OVERLAPPING ? "non-overlapping" : name().toLowerCase(Locale.ROOT);
    }
}
