package org.strata.coll.scatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** The root sends to all ranks. Parts may differ in length. */
final class LinearScatter {
    private LinearScatter() {}

    /**
     * @param parts what is sent; used at the root only
     * @param own where this rank's part goes; null at the root in place
     * @param atOnce start all sends at once instead of one after another
     */
    static void run(Call call, Parts parts, Buf own, int root, boolean atOnce) {
        if (call.rank() != root) {
            call.receive(own, root);
            return;
        }
        for (int peer = 0; peer < call.size(); peer++) {
            if (peer == root) {
                continue;
            }
            if (atOnce) {
                call.startSend(parts.part(peer), peer);
            } else {
                call.send(parts.part(peer), peer);
            }
        }
        if (own != null) {
            call.copy(parts.part(root), own);
        }
        call.finishStarted();
    }
}
