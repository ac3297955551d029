package org.strata.coll.barrier;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Barrier. */
public enum BarrierAlgorithm implements Algorithm<Barrier> {
    LINEAR(
            1,
            LinearBarrier::run,
            "All ranks report to rank 0, which then releases them one after another."),
    DOUBLE_RING(2, DoubleRingBarrier::run, "A token passes twice around the ring."),
    RECURSIVE_DOUBLING(
            3,
            RecursiveDoublingBarrier::run,
            "Pairs at distance 1, 2, 4, ... exchange signals; two more steps when the size is no"
                    + " power of two."),
    BRUCK(4, BruckBarrier::run, "Dissemination: log2 of the size steps, rounded up, for any size."),
    TWO_PROC(
            5,
            TwoProcBarrier::run,
            "Two ranks exchange one message each way; other sizes use bruck."),
    TREE(6, TreeBarrier::run, "Up a binomial tree to rank 0, and down again.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Barrier> entry;

    BarrierAlgorithm(int number, Barrier function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Barrier> entry() {
        return entry;
    }
}
