package org.strata.coll.inter;

import org.strata.mca.coll.Coll;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The other group reduces to its leader, which sends the result to the root. */
final class InterReduce {
    private InterReduce() {}

    static void run(InterCall call, Buf send, Buf receive, ReduceOp op, int root) {
        if (root == Coll.ROOT) {
            call.remote().receive(receive, InterCall.LEADER);
            return;
        }
        Buf result = toLeader(call, send, op);
        if (call.leads()) {
            call.remote().send(result, root);
        }
    }

    /** Reduces within the own group; returns the result at the leader, else null. */
    static Buf toLeader(InterCall call, Buf send, ReduceOp op) {
        Buf result = call.leads() ? call.remote().temp(send.count(), send.layout()) : null;
        int rc = call.local().reduce(send, result, op, InterCall.LEADER, call.group());
        call.remote().note(rc);
        return result;
    }
}
