package org.strata.coll.barrier;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Barrier in the order of Open MPI's numbers. */
public enum BarrierAlgorithm implements Algorithm {
    LINEAR,
    DOUBLE_RING,
    RECURSIVE_DOUBLING,
    BRUCK,
    TWO_PROC,
    TREE;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
