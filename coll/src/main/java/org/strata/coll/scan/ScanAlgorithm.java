package org.strata.coll.scan;

import org.strata.coll.base.Algorithm;

import java.util.Locale;

/** The algorithms of MPI_Scan and of MPI_Exscan in the order of Open MPI's numbers. */
public enum ScanAlgorithm implements Algorithm {
    LINEAR,
    RECURSIVE_DOUBLING;

    @Override
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
