package org.strata.coll.allreduce;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Allreduce. */
public enum AllreduceAlgorithm implements Algorithm<Allreduce> {
    BASIC_LINEAR(
            1,
            ReduceBcastAllreduce::linear,
            "Rank 0 reduces all vectors in rank order and sends the result to every rank."),
    NONOVERLAPPING(
            2,
            ReduceBcastAllreduce::trees,
            "A reduction to rank 0, then a broadcast, both along trees."),
    RECURSIVE_DOUBLING(
            3,
            RecursiveDoublingAllreduce::run,
            "Pairs at distance 1, 2, 4, ... exchange whole vectors: for short vectors."),
    RING(
            4,
            RingAllreduce::run,
            "Shares of the vector pass twice around the ring: for long vectors; operations that do"
                    + " not commute use rabenseifner."),
    SEGMENTED_RING(
            5,
            RingAllreduce::segmented,
            "As ring, with shares cut into pieces, so that one piece is reduced while the next one"
                    + " arrives.",
            Tunable.SEGMENT),
    RABENSEIFNER(
            6,
            RabenseifnerAllreduce::run,
            "Reduce-scatter by recursive halving, then all-gather by recursive doubling: for long"
                    + " vectors.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Allreduce> entry;

    AllreduceAlgorithm(int number, Allreduce function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Allreduce> entry() {
        return entry;
    }
}
