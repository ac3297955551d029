package org.strata.coll.allgather;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Allgatherv. */
public enum AllgathervAlgorithm implements Algorithm<Allgather> {
    DEFAULT(
            1,
            GatherBcastAllgather::run,
            "All parts are gathered at rank 0, which broadcasts them."),
    BRUCK(
            2,
            BruckAllgather::run,
            "Log2 of the size steps, rounded up, for any size, and one more copy: for short"
                    + " parts."),
    RING(3, RingAllgather::run, "Parts pass around the ring: for long parts."),
    NEIGHBOR(
            4,
            NeighborAllgather::run,
            "Neighbours exchange two parts at a time, half as many steps as ring; odd sizes use"
                    + " ring."),
    TWO_PROC(
            5,
            TwoProcAllgather::varying,
            "Two ranks exchange one message each way; other sizes use ring.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Allgather> entry;

    AllgathervAlgorithm(int number, Allgather function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Allgather> entry() {
        return entry;
    }
}
