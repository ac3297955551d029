package org.strata.coll.reducescatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.coll.reduce.BinomialReduce;
import org.strata.coll.reduce.LinearReduce;
import org.strata.coll.scatter.LinearScatter;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** A reduction to rank 0, which scatters the result. Keeps rank order. */
final class ReduceThenScatter {
    private ReduceThenScatter() {}

    static void linear(Call call, Parts input, Buf result, ReduceOp op) {
        Buf sums = sums(call, input.buffer());
        LinearReduce.run(call, input.buffer(), sums, op, 0);
        scatter(call, input, sums, result);
    }

    static void binomial(Call call, Parts input, Buf result, ReduceOp op) {
        Buf sums = sums(call, input.buffer());
        BinomialReduce.whole(call, input.buffer(), sums, op, 0);
        scatter(call, input, sums, result);
    }

    /** Returns room for the reduced vector at rank 0, null elsewhere. */
    private static Buf sums(Call call, Buf vector) {
        return call.rank() == 0 ? call.temp(vector.count(), vector.layout()) : null;
    }

    private static void scatter(Call call, Parts shape, Buf sums, Buf result) {
        LinearScatter.varying(call, sums != null ? shape.in(sums) : null, result, 0);
    }
}
