package org.strata.coll.gather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** All ranks send to the root. Parts may differ in length. */
final class LinearGather {
    private LinearGather() {}

    /**
     * @param own this rank's part; null at the root in place
     * @param parts where parts go; used at the root only
     */
    static void run(Call call, Buf own, Parts parts, int root) {
        if (call.rank() != root) {
            call.send(own, root);
            return;
        }
        for (int peer = 0; peer < call.size(); peer++) {
            if (peer != root) {
                call.startReceive(parts.part(peer), peer);
            }
        }
        if (own != null) {
            call.copy(own, parts.part(root));
        }
        call.finishStarted();
    }
}
