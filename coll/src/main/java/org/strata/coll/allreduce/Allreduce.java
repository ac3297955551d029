package org.strata.coll.allreduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.reduce.ReduceAlgorithm;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The all-reduction, by any of its algorithms. */
public final class Allreduce {
    /** From here on a vector is reduced and broadcast in pieces. */
    private static final long LARGE = 256 * 1024;

    private static final long PIECE = 64 * 1024;

    private Allreduce() {}

    /**
     * Runs the chosen algorithm, or one that fits where it does not.
     *
     * @param input this rank's data; only read, unless it is the result buffer
     * @param result the same object as {@code input} for in place
     */
    public static void run(Call call, Choice choice, Buf input, Buf result, ReduceOp op) {
        switch ((AllreduceAlgorithm) choice.algorithm()) {
            case BASIC_LINEAR -> linear(call, input, result, op);
            case NONOVERLAPPING -> nonoverlapping(call, input, result, op);
            case RING -> ring(call, input, result, op, 0);
            case SEGMENTED_RING -> ring(call, input, result, op, choice.segment());
            case RABENSEIFNER -> RabenseifnerAllreduce.run(call, input, result, op);
            case RECURSIVE_DOUBLING -> RecursiveDoublingAllreduce.run(call, input, result, op);
        }
    }

    private static void linear(Call call, Buf input, Buf result, ReduceOp op) {
        Choice reduce = Choice.of(ReduceAlgorithm.LINEAR);
        Choice bcast = Choice.of(BcastAlgorithm.BASIC_LINEAR);
        ReduceBcastAllreduce.run(call, reduce, bcast, input, result, op);
    }

    private static void nonoverlapping(Call call, Buf input, Buf result, ReduceOp op) {
        Choice reduce = Choice.of(ReduceAlgorithm.BINOMIAL);
        Choice bcast = Choice.of(BcastAlgorithm.BINOMIAL);
        if (result.size() >= LARGE) {
            reduce = new Choice(ReduceAlgorithm.PIPELINE, PIECE, 0);
            bcast = new Choice(BcastAlgorithm.PIPELINE, PIECE, 0);
        }
        ReduceBcastAllreduce.run(call, reduce, bcast, input, result, op);
    }

    private static void ring(Call call, Buf input, Buf result, ReduceOp op, long segment) {
        if (op.commutative()) {
            RingAllreduce.run(call, input, result, op, segment);
        } else {
            RabenseifnerAllreduce.run(call, input, result, op);
        }
    }
}
