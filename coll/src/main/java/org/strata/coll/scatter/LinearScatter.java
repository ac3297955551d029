package org.strata.coll.scatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** The root sends to all ranks, one after another or to all at once. */
public final class LinearScatter {
    private LinearScatter() {}

    static void inTurn(Call call, Buf send, Buf own, int root) {
        run(call, equal(call, send, root), own, root, false);
    }

    static void atOnce(Call call, Buf send, Buf own, int root) {
        run(call, equal(call, send, root), own, root, true);
    }

    /**
     * Scatters parts of any length: MPI_Scatterv.
     *
     * @param parts what is sent; used at the root only
     * @param own where this rank's part goes; null at the root in place
     */
    public static void varying(Call call, Parts parts, Buf own, int root) {
        run(call, parts, own, root, true);
    }

    private static Parts equal(Call call, Buf send, int root) {
        return call.rank() == root ? Parts.equal(send, call.size()) : null;
    }

    private static void run(Call call, Parts parts, Buf own, int root, boolean atOnce) {
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
