package org.strata.coll.inter;

import org.strata.mca.coll.Coll;
import org.strata.opal.datatype.Buf;

/** The root sends to the other group's leader, which broadcasts. */
final class InterBcast {
    private InterBcast() {}

    static void run(InterCall call, Buf data, int root) {
        if (root == Coll.ROOT) {
            call.remote().send(data, InterCall.LEADER);
            return;
        }
        if (call.leads()) {
            call.remote().receive(data, root);
        }
        call.spread(data);
    }
}
