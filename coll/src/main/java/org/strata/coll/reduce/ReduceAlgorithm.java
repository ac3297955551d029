package org.strata.coll.reduce;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Reduce in the order of Open MPI's numbers. */
public enum ReduceAlgorithm implements Algorithm {
    LINEAR,
    CHAIN,
    PIPELINE,
    BINARY,
    BINOMIAL,
    IN_ORDER_BINARY,
    RABENSEIFNER;

    @Override
    public String label() {
        return this == IN_ORDER_BINARY ? "in-order_binary" : name().toLowerCase(Locale.ROOT);
    }
}
