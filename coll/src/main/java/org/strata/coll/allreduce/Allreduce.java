package org.strata.coll.allreduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.mca.coll.Buf;
import org.strata.mca.coll.ReduceOp;

/** The all-reduction's algorithms by Open MPI's numbers. */
public final class Allreduce {
    private static final Choice LINEAR = new Choice(1, 0, 0);
    private static final Choice PIPELINE = new Choice(3, 64 * 1024, 0);
    private static final Choice BINOMIAL_REDUCE = new Choice(5, 0, 0);
    private static final Choice BINOMIAL_BCAST = new Choice(6, 0, 0);
    private static final long PIPELINE_FROM = 256 * 1024;

    private Allreduce() {}

    /**
     * Runs the chosen algorithm, or one that fits where it does not.
     *
     * @param input this rank's data; only read, unless it is the result buffer
     * @param result the same object as {@code input} for in place
     */
    public static void run(Call call, Choice choice, Buf input, Buf result, ReduceOp op) {
        switch (choice.algorithm()) {
            case 1 -> ReduceBcastAllreduce.run(call, LINEAR, LINEAR, input, result, op);
            case 2 -> nonoverlapping(call, input, result, op);
            case 4 -> ring(call, input, result, op, 0);
            case 5 -> ring(call, input, result, op, choice.segment());
            case 6 -> RabenseifnerAllreduce.run(call, input, result, op);
            default -> RecursiveDoublingAllreduce.run(call, input, result, op);
        }
    }

    private static void nonoverlapping(Call call, Buf input, Buf result, ReduceOp op) {
        boolean large = Call.bytes(result) >= PIPELINE_FROM;
        Choice reduce = large ? PIPELINE : BINOMIAL_REDUCE;
        Choice bcast = large ? PIPELINE : BINOMIAL_BCAST;
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
