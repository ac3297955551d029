package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;

/** Two ranks: one message each way. */
final class TwoProcAllgather {
    private TwoProcAllgather() {}

    static void run(Call call, Buf own, Parts parts) {
        int peer = 1 - call.rank();
        PmlRequest coming = call.beginReceive(parts.part(peer), peer);
        call.send(own, peer);
        call.copy(own, parts.part(call.rank()));
        call.end(coming);
    }
}
