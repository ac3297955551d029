package org.strata.coll.bcast;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Bcast. */
public enum BcastAlgorithm implements Algorithm<Bcast> {
    BASIC_LINEAR(1, LinearBcast::run, "The root sends to every rank itself."),
    CHAIN(
            2,
            TreeBcast::chain,
            "Several chains of ranks hang from the root; a long message passes down them in"
                    + " pieces.",
            Tunable.SEGMENT,
            Tunable.CHAINS),
    PIPELINE(
            3,
            TreeBcast::pipeline,
            "One chain of all ranks: for very long messages in pieces.",
            Tunable.SEGMENT),
    SPLIT_BINARY(
            4,
            SplitBinaryBcast::run,
            "The two halves of the message pass down one binary tree each; then pairs of ranks swap"
                    + " halves.",
            Tunable.SEGMENT),
    BINARY(5, TreeBcast::binary, "A complete binary tree.", Tunable.SEGMENT),
    BINOMIAL(
            6,
            BinomialBcast::run,
            "A binomial tree: fewest steps for short messages.",
            Tunable.SEGMENT),
    KNOMIAL(
            7,
            TreeBcast::knomial,
            "A k-nomial tree: flatter than the binomial one.",
            Tunable.SEGMENT,
            Tunable.RADIX),
    SCATTER_ALLGATHER(
            8,
            ScatterAllgatherBcast::doubling,
            "The message is scattered, then all ranks gather the shares by recursive doubling;"
                    + " sizes that are no power of two gather around the ring."),
    SCATTER_ALLGATHER_RING(
            9,
            ScatterAllgatherBcast::ring,
            "The message is scattered, then all ranks gather the shares around the ring: for long"
                    + " messages.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Bcast> entry;

    BcastAlgorithm(int number, Bcast function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Bcast> entry() {
        return entry;
    }
}
