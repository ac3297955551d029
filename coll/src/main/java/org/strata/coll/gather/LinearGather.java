package org.strata.coll.gather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** All ranks send to the root. */
public final class LinearGather {
    private LinearGather() {}

    static void run(Call call, Buf own, Buf receive, int root) {
        Parts parts = call.rank() == root ? Parts.equal(receive, call.size()) : null;
        varying(call, own, parts, root);
    }

    /**
     * Gathers parts of any length: MPI_Gatherv.
     *
     * @param own this rank's part; null at the root in place
     * @param parts where parts go; used at the root only
     */
    public static void varying(Call call, Buf own, Parts parts, int root) {
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
