package org.strata.coll.gather;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Gather. */
public enum GatherAlgorithm implements Algorithm<Gather> {
    BASIC_LINEAR(1, LinearGather::run, "All ranks send to the root."),
    BINOMIAL(
            2,
            BinomialGather::run,
            "Parts are joined on their way up a binomial tree: for short parts and many ranks."),
    LINEAR_SYNC(
            3,
            LinearSyncGather::run,
            "The root asks one rank after another for its part, so that long parts do not arrive"
                    + " unexpected.",
            Tunable.SEGMENT);

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Gather> entry;

    GatherAlgorithm(int number, Gather function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Gather> entry() {
        return entry;
    }
}
