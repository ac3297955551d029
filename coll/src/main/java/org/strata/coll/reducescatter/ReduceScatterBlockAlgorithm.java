package org.strata.coll.reducescatter;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Reduce_scatter_block. */
public enum ReduceScatterBlockAlgorithm implements Algorithm<ReduceScatter> {
    BASIC_LINEAR(
            1,
            ReduceThenScatter::linear,
            "Rank 0 reduces all vectors in rank order, then scatters the result."),
    RECURSIVE_DOUBLING(
            2,
            RecursiveDoublingReduceScatter::run,
            "All ranks reduce the whole vector by recursive doubling and keep their parts."),
    RECURSIVE_HALVING(
            3,
            RecursiveHalvingReduceScatter::block,
            "Partners at half, quarter, ... the size exchange halves; operations that do not"
                    + " commute use recursive_doubling.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<ReduceScatter> entry;

    ReduceScatterBlockAlgorithm(
            int number, ReduceScatter function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<ReduceScatter> entry() {
        return entry;
    }
}
