package org.strata.coll.allreduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Fold;
import org.strata.coll.base.Halving;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/**
 * Reduce-scatter by recursive halving, then all-gather by recursive doubling: each rank sends twice
 * the vector, and all ranks share the arithmetic.
 */
final class RabenseifnerAllreduce {
    private RabenseifnerAllreduce() {}

    static void run(Call call, Buf input, Buf result, ReduceOp op) {
        Fold fold = Fold.of(call.rank(), call.size());
        Halving halving = new Halving(call, op, fold, input, result);
        halving.foldIn();
        if (fold.waits()) {
            call.receive(result, call.rank() + 1);
        } else {
            halving.reduceScatter();
            halving.gatherAll();
        }
    }
}
