package org.strata.coll.inter;

import org.strata.coll.base.Parts;
import org.strata.mca.coll.Coll;
import org.strata.opal.datatype.Buf;

/** The other group gathers, and its leader sends all to the root. */
final class InterGather {
    private InterGather() {}

    static void run(InterCall call, Buf send, Buf receive, int root) {
        if (root == Coll.ROOT) {
            long all = call.remote().size() * receive.count();
            call.remote().receive(receive.at(0, all), InterCall.LEADER);
            return;
        }
        Buf all = call.collect(send);
        if (call.leads()) {
            call.remote().send(all, root);
        }
    }

    /** Gathers parts of any length: every member of the other group sends to the root. */
    static void varying(InterCall call, Buf send, Parts parts, int root) {
        if (root != Coll.ROOT) {
            call.remote().send(send, root);
            return;
        }
        for (int peer = 0; peer < call.remote().size(); peer++) {
            call.remote().startReceive(parts.part(peer), peer);
        }
        call.remote().finishStarted();
    }
}
