package org.strata.coll.reducescatter;

import org.strata.coll.allreduce.Allreduce;
import org.strata.coll.allreduce.AllreduceAlgorithm;
import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** All ranks reduce the whole vector and keep their parts. Latency log2(n), rank order kept. */
final class RecursiveDoublingReduceScatter {
    private static final Choice DOUBLING = Choice.of(AllreduceAlgorithm.RECURSIVE_DOUBLING);

    private RecursiveDoublingReduceScatter() {}

    /**
     * @param input the whole vector, one part per rank
     * @param result this rank's part of the reduced vector; may lie at the input's start
     */
    static void run(Call call, Parts input, Buf result, ReduceOp op) {
        Buf vector = input.buffer();
        Buf sums = call.temp(vector.count(), vector.layout());
        Allreduce.run(call, DOUBLING, vector, sums, op);
        call.copy(input.in(sums).part(call.rank()), result);
    }
}
