package org.strata.coll.reduce;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Reduce. */
public enum ReduceAlgorithm implements Algorithm<Reduce> {
    LINEAR(1, LinearReduce::run, "The root receives every vector and reduces them in rank order."),
    CHAIN(
            2,
            TreeReduce::chain,
            "Several chains of ranks end at the root; a long vector passes up them in pieces.",
            Tunable.SEGMENT,
            Tunable.CHAINS),
    PIPELINE(
            3,
            TreeReduce::pipeline,
            "One chain of all ranks: for very long vectors in pieces.",
            Tunable.SEGMENT),
    BINARY(
            4,
            TreeReduce::binary,
            "A complete binary tree; operations that do not commute use in-order_binary.",
            Tunable.SEGMENT),
    BINOMIAL(
            5,
            BinomialReduce::run,
            "A binomial tree: fewest steps for short vectors.",
            Tunable.SEGMENT),
    IN_ORDER_BINARY(
            6,
            TreeReduce::inOrder,
            "A balanced binary tree that keeps rank order.",
            Tunable.SEGMENT),
    RABENSEIFNER(
            7,
            RabenseifnerReduce::run,
            "Reduce-scatter by recursive halving, then a gather to the root: for long vectors.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Reduce> entry;

    ReduceAlgorithm(int number, Reduce function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Reduce> entry() {
        return entry;
    }

    @Override
    public String label() {
        return this == IN_ORDER_BINARY ? "in-order_binary" : Algorithm.super.label();
    }
}
