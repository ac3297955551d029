package org.strata.coll.inter;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** Each group reduces; the leaders exchange the results; each group broadcasts the other's. */
final class InterAllreduce {
    private InterAllreduce() {}

    static void run(InterCall call, Buf send, Buf receive, ReduceOp op) {
        Buf mine = InterReduce.toLeader(call, send.at(0, receive.count()), op);
        call.exchange(mine, receive);
        call.spread(receive);
    }
}
