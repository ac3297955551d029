package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;

/** Two ranks exchange one message each way. */
final class TwoProcAllgather {
    private TwoProcAllgather() {}

    /** Other sizes use the Bruck algorithm. */
    static void run(Call call, Buf own, Parts parts) {
        if (call.size() == 2) {
            swap(call, own, parts);
        } else {
            BruckAllgather.run(call, own, parts);
        }
    }

    /** For MPI_Allgatherv: other sizes use the ring. */
    static void varying(Call call, Buf own, Parts parts) {
        if (call.size() == 2) {
            swap(call, own, parts);
        } else {
            RingAllgather.run(call, own, parts);
        }
    }

    private static void swap(Call call, Buf own, Parts parts) {
        int peer = 1 - call.rank();
        Completion coming = call.beginReceive(parts.part(peer), peer);
        call.send(own, peer);
        call.copy(own, parts.part(call.rank()));
        call.end(coming);
    }
}
