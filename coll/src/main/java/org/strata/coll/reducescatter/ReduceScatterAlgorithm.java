package org.strata.coll.reducescatter;

import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmEntry;
import org.strata.coll.base.Tunable;

/** The algorithms of MPI_Reduce_scatter. */
public enum ReduceScatterAlgorithm implements Algorithm<ReduceScatter> {
    NON_OVERLAPPING(
            1,
            ReduceThenScatter::binomial,
            "A reduction to rank 0 along a binomial tree, then a scatter."),
    RECURSIVE_HALVING(
            2,
            RecursiveHalvingReduceScatter::run,
            "Partners at half, quarter, ... the size exchange halves: for short vectors; operations"
                    + " that do not commute use non-overlapping."),
    RING(
            3,
            RingReduceScatter::run,
            "Partial sums pass around the ring: for long vectors; operations that do not commute"
                    + " use non-overlapping, unless there are two ranks.");

    @SuppressWarnings("ImmutableEnumChecker") // a method reference has no state
    private final AlgorithmEntry<ReduceScatter> entry;

    ReduceScatterAlgorithm(int number, ReduceScatter function, String help, Tunable... tunables) {
        entry = new AlgorithmEntry<>(number, function, help, tunables);
    }

    @Override
    public AlgorithmEntry<ReduceScatter> entry() {
        return entry;
    }

    @Override
    public String label() {
        return this == NON_OVERLAPPING ? "non-overlapping" : Algorithm.super.label();
    }
}
