package org.strata.coll.allreduce;

import org.strata.coll.base.Call;
import org.strata.coll.bcast.BinomialBcast;
import org.strata.coll.bcast.LinearBcast;
import org.strata.coll.bcast.TreeBcast;
import org.strata.coll.reduce.BinomialReduce;
import org.strata.coll.reduce.LinearReduce;
import org.strata.coll.reduce.TreeReduce;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** A reduction to rank 0, then a broadcast from there. */
final class ReduceBcastAllreduce {
    /** Vectors of this many bytes and more are reduced and broadcast in pieces. */
    private static final long LARGE = 256 * 1024;

    private static final long PIECE = 64 * 1024;

    private ReduceBcastAllreduce() {}

    static void linear(Call call, Buf input, Buf result, ReduceOp op) {
        LinearReduce.run(call, input, result, op, 0);
        LinearBcast.run(call, result, 0);
    }

    static void trees(Call call, Buf input, Buf result, ReduceOp op) {
        if (result.size() >= LARGE) {
            TreeReduce.pipeline(call, input, result, op, 0, PIECE);
            TreeBcast.pipeline(call, result, 0, PIECE);
        } else {
            BinomialReduce.whole(call, input, result, op, 0);
            BinomialBcast.whole(call, result, 0);
        }
    }
}
