package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.opal.datatype.Buf;

/** The root sends to each rank itself. */
final class LinearBcast {
    private LinearBcast() {}

    static void run(Call call, Buf buffer, int root) {
        if (call.rank() != root) {
            call.receive(buffer, root);
            return;
        }
        for (int peer = 0; peer < call.size(); peer++) {
            if (peer != root) {
                call.startSend(buffer, peer);
            }
        }
        call.finishStarted();
    }
}
