package org.strata.coll.reducescatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The reduce-scatter, by any of its algorithms. */
public final class ReduceScatter {
    private ReduceScatter() {}

    /**
     * Runs the chosen algorithm of MPI_Reduce_scatter, or one that fits where it does not.
     *
     * @param input the whole vector, one part per rank, one after another; only read
     * @param result this rank's part of the reduced vector; may lie at the input's start
     */
    public static void run(Call call, Choice choice, Parts input, Buf result, ReduceOp op) {
        switch ((ReduceScatterAlgorithm) choice.algorithm()) {
            case NON_OVERLAPPING -> ReduceThenScatter.run(call, input, result, op, false);
            case RECURSIVE_HALVING -> halving(call, input, result, op);
            case RING -> ring(call, input, result, op);
        }
    }

    /** As {@link #run} for MPI_Reduce_scatter_block and its algorithms. */
    public static void block(Call call, Choice choice, Parts input, Buf result, ReduceOp op) {
        switch ((ReduceScatterBlockAlgorithm) choice.algorithm()) {
            case BASIC_LINEAR -> ReduceThenScatter.run(call, input, result, op, true);
            case RECURSIVE_DOUBLING -> RecursiveDoublingReduceScatter.run(call, input, result, op);
            case RECURSIVE_HALVING -> blockHalving(call, input, result, op);
        }
    }

    private static void halving(Call call, Parts input, Buf result, ReduceOp op) {
        if (op.commutative()) {
            RecursiveHalvingReduceScatter.run(call, input, result, op);
        } else {
            ReduceThenScatter.run(call, input, result, op, false);
        }
    }

    private static void ring(Call call, Parts input, Buf result, ReduceOp op) {
        if (op.commutative() || call.size() == 2) {
            RingReduceScatter.run(call, input, result, op);
        } else {
            ReduceThenScatter.run(call, input, result, op, false);
        }
    }

    private static void blockHalving(Call call, Parts input, Buf result, ReduceOp op) {
        if (op.commutative()) {
            RecursiveHalvingReduceScatter.run(call, input, result, op);
        } else {
            RecursiveDoublingReduceScatter.run(call, input, result, op);
        }
    }
}
