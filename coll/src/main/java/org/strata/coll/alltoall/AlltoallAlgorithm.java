package org.strata.coll.alltoall;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Alltoall. */
public enum AlltoallAlgorithm implements Algorithm<Alltoall> {
    LINEAR(1, LinearAlltoall::run, "Starts all receives and all sends, then waits for them."),
    PAIRWISE(
            2,
            PairwiseAlltoall::run,
            "In step k a rank sends to the rank k above and receives from the rank k below: for"
                    + " long parts."),
    MODIFIED_BRUCK(
            3,
            BruckAlltoall::run,
            "Log2 of the size steps, rounded up; parts are forwarded on the way: for short parts"
                    + " and many ranks."),
    LINEAR_SYNC(
            4,
            LinearSyncAlltoall::run,
            "As linear, with a bounded number of partners at a time.",
            Tunable.PARTNERS),
    TWO_PROC(
            5,
            TwoProcAlltoall::run,
            "Two ranks exchange one message each way; other sizes use linear.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Alltoall> entry;

    AlltoallAlgorithm(int number, Alltoall function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Alltoall> entry() {
        return entry;
    }
}
