package org.strata.coll.allgather;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Allgather. */
public enum AllgatherAlgorithm implements Algorithm<Allgather> {
    LINEAR(
            1,
            GatherBcastAllgather::run,
            "All parts are gathered at rank 0, which broadcasts them."),
    BRUCK(
            2,
            BruckAllgather::run,
            "Log2 of the size steps, rounded up, for any size, and one more copy: for short"
                    + " parts."),
    RECURSIVE_DOUBLING(
            3,
            RecursiveDoublingAllgather::run,
            "Pairs at distance 1, 2, 4, ... exchange all they have, in place; sizes that are no"
                    + " power of two use bruck."),
    RING(4, RingAllgather::run, "Parts pass around the ring: for long parts."),
    NEIGHBOR(
            5,
            NeighborAllgather::run,
            "Neighbours exchange two parts at a time, half as many steps as ring; odd sizes use"
                    + " ring."),
    TWO_PROC(
            6,
            TwoProcAllgather::run,
            "Two ranks exchange one message each way; other sizes use bruck.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Allgather> entry;

    AllgatherAlgorithm(int number, Allgather function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Allgather> entry() {
        return entry;
    }
}
