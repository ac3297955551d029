package org.strata.coll.reducescatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;
import org.strata.coll.reduce.Reduce;
import org.strata.coll.reduce.ReduceAlgorithm;
import org.strata.coll.scatter.Scatter;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** A reduction to rank 0, which scatters the result. Keeps rank order. */
final class ReduceThenScatter {
    private static final Choice LINEAR = Choice.of(ReduceAlgorithm.LINEAR);
    private static final Choice BINOMIAL = Choice.of(ReduceAlgorithm.BINOMIAL);

    private ReduceThenScatter() {}

    /**
     * @param input the whole vector, one part per rank
     * @param result this rank's part of the reduced vector; may lie at the input's start
     */
    static void run(Call call, Parts input, Buf result, ReduceOp op, boolean linear) {
        Buf all = input.buffer();
        boolean top = call.rank() == 0;
        Buf sums = top ? call.temp(all.count(), all.layout()) : null;
        Reduce.run(call, linear ? LINEAR : BINOMIAL, all, sums, op, 0);
        Scatter.varying(call, top ? input.in(sums) : null, result, 0);
    }
}
