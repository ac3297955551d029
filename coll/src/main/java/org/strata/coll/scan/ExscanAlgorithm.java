package org.strata.coll.scan;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Exscan. */
public enum ExscanAlgorithm implements Algorithm<Scan> {
    LINEAR(1, LinearScan::exclusive, "The prefix passes from rank to rank."),
    RECURSIVE_DOUBLING(
            2,
            RecursiveDoublingScan::exclusive,
            "In step k every rank sends the reduction of 2^k ranks to the rank 2^k above: log2 of"
                    + " the size steps, rounded up.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Scan> entry;

    ExscanAlgorithm(int number, Scan function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Scan> entry() {
        return entry;
    }
}
