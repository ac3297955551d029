package org.strata.coll.reducescatter;

import org.strata.coll.allreduce.RecursiveDoublingAllreduce;
import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** All ranks reduce the whole vector and keep their parts. Latency log2(n); keeps rank order. */
final class RecursiveDoublingReduceScatter {
    private RecursiveDoublingReduceScatter() {}

    static void run(Call call, Parts input, Buf result, ReduceOp op) {
        Buf vector = input.buffer();
        Buf sums = call.temp(vector.count(), vector.layout());
        RecursiveDoublingAllreduce.run(call, vector, sums, op);
        call.copy(input.in(sums).part(call.rank()), result);
    }
}
