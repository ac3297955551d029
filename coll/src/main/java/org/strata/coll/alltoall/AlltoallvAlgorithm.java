package org.strata.coll.alltoall;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Alltoallv. */
public enum AlltoallvAlgorithm implements Algorithm<Alltoall> {
    BASIC_LINEAR(1, LinearAlltoall::run, "Starts all receives and all sends, then waits for them."),
    PAIRWISE(
            2,
            PairwiseAlltoall::run,
            "In step k a rank sends to the rank k above and receives from the rank k below: for"
                    + " long parts.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Alltoall> entry;

    AlltoallvAlgorithm(int number, Alltoall function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Alltoall> entry() {
        return entry;
    }
}
