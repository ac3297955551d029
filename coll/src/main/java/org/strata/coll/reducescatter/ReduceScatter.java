package org.strata.coll.reducescatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;
import org.strata.mca.coll.Buf;
import org.strata.mca.coll.ReduceOp;

/** The reduce-scatter's algorithms by Open MPI's numbers. */
public final class ReduceScatter {
    private ReduceScatter() {}

    /**
     * Runs the chosen algorithm of MPI_Reduce_scatter, or one that fits where it does not.
     *
     * @param input the whole vector, one part per rank, one after another; only read
     * @param result this rank's part of the reduced vector; may lie at the input's start
     */
    public static void run(Call call, Choice choice, Parts input, Buf result, ReduceOp op) {
        boolean ordered = !op.commutative();
        switch (choice.algorithm()) {
            case 2 -> {
                if (ordered) {
                    ReduceThenScatter.run(call, input, result, op, false);
                } else {
                    RecursiveHalvingReduceScatter.run(call, input, result, op);
                }
            }
            case 3 -> {
                if (ordered && call.size() > 2) {
                    ReduceThenScatter.run(call, input, result, op, false);
                } else {
                    RingReduceScatter.run(call, input, result, op);
                }
            }
            default -> ReduceThenScatter.run(call, input, result, op, false);
        }
    }

    /** As {@link #run} for MPI_Reduce_scatter_block and its numbers. */
    public static void block(Call call, Choice choice, Parts input, Buf result, ReduceOp op) {
        switch (choice.algorithm()) {
            case 1 -> ReduceThenScatter.run(call, input, result, op, true);
            case 3 -> {
                if (op.commutative()) {
                    RecursiveHalvingReduceScatter.run(call, input, result, op);
                } else {
                    RecursiveDoublingReduceScatter.run(call, input, result, op);
                }
            }
            default -> RecursiveDoublingReduceScatter.run(call, input, result, op);
        }
    }
}
