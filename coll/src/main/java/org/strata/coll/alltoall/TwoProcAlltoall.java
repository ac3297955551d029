package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.mca.pml.PmlRequest;

/** Two ranks: one message each way. */
final class TwoProcAlltoall {
    private TwoProcAlltoall() {}

    static void run(Call call, Parts out, Parts in) {
        int rank = call.rank();
        int peer = 1 - rank;
        PmlRequest coming = call.beginReceive(in.part(peer), peer);
        call.send(out.part(peer), peer);
        call.copy(out.part(rank), in.part(rank));
        call.end(coming);
    }
}
