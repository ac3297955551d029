package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.opal.datatype.Buf;

/** The root sends to every rank itself. */
public final class LinearBcast {
    private LinearBcast() {}

    /** See {@link Bcast#run}. */
    public static void run(Call call, Buf buffer, int root) {
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
