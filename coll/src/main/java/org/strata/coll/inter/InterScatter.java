package org.strata.coll.inter;

import org.strata.coll.base.Parts;
import org.strata.mca.coll.Coll;
import org.strata.opal.datatype.Buf;

/** The root sends all to the other group's leader, which scatters. */
final class InterScatter {
    private InterScatter() {}

    static void run(InterCall call, Buf send, Buf receive, int root) {
        if (root == Coll.ROOT) {
            long all = call.remote().size() * send.count();
            call.remote().send(send.at(0, all), InterCall.LEADER);
            return;
        }
        Buf each = null;
        if (call.leads()) {
            long bytes = receive.size();
            Buf all = call.remote().tempBytes(call.group().size() * bytes);
            call.remote().receive(all, root);
            each = all.at(0, bytes);
        }
        int rc = call.local().scatter(each, receive, InterCall.LEADER, call.group());
        call.remote().note(rc);
    }

    /** Scatters parts of any length: the root sends to every member of the other group. */
    static void varying(InterCall call, Parts parts, Buf receive, int root) {
        if (root != Coll.ROOT) {
            call.remote().receive(receive, root);
            return;
        }
        for (int peer = 0; peer < call.remote().size(); peer++) {
            call.remote().startSend(parts.part(peer), peer);
        }
        call.remote().finishStarted();
    }
}
