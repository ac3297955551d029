package org.strata.coll.allreduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.bcast.Bcast;
import org.strata.coll.reduce.Reduce;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** A reduction to rank 0, then a broadcast from there. */
final class ReduceBcastAllreduce {
    private ReduceBcastAllreduce() {}

    static void run(Call call, Choice reduce, Choice bcast, Buf input, Buf result, ReduceOp op) {
        Reduce.run(call, reduce, input, result, op, 0);
        Bcast.run(call, bcast, result, 0);
    }
}
