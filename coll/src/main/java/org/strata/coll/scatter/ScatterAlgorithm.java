package org.strata.coll.scatter;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Scatter. */
public enum ScatterAlgorithm implements Algorithm<Scatter> {
    BASIC_LINEAR(1, LinearScatter::inTurn, "The root sends to one rank after another."),
    BINOMIAL(
            2,
            BinomialScatter::run,
            "Parts separate on their way down a binomial tree: for short parts and many ranks."),
    LINEAR_NB(3, LinearScatter::atOnce, "The root starts all sends at once.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<Scatter> entry;

    ScatterAlgorithm(int number, Scatter function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<Scatter> entry() {
        return entry;
    }
}
