package org.strata.coll.scatter;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Scatter in the order of Open MPI's numbers. */
public enum ScatterAlgorithm implements Algorithm {
    BASIC_LINEAR,
    BINOMIAL,
    LINEAR_NB;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
