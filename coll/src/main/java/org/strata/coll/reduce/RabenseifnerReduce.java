package org.strata.coll.reduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Fold;
import org.strata.coll.base.Halving;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/**
 * Reduce-scatter by recursive halving, then a gather to the root: each rank sends up to twice the
 * vector, and all ranks share the arithmetic.
 */
final class RabenseifnerReduce {
    private RabenseifnerReduce() {}

    static void run(Call call, Buf input, Buf result, ReduceOp op, int root) {
        Fold fold = Fold.of(call.rank(), call.size());
        boolean atRoot = call.rank() == root;
        Buf sum = atRoot ? result : fold.waits() ? input : call.temp(input.count(), input.layout());
        Halving halving = new Halving(call, op, fold, input, sum);
        halving.foldIn();
        int top = fold.standIn(root);
        if (!fold.waits()) {
            halving.reduceScatter();
            halving.gatherTo(top);
        }
        int topRank = fold.rank(top);
        if (topRank != root) {
            if (call.rank() == topRank) {
                call.send(sum, root);
            } else if (atRoot) {
                call.receive(result, topRank);
            }
        }
    }
}
