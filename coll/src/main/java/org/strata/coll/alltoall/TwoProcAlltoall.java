package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.progress.Completion;

/** Two ranks exchange one message each way. Other sizes use {@link LinearAlltoall}. */
final class TwoProcAlltoall {
    private TwoProcAlltoall() {}

    static void run(Call call, Parts out, Parts in) {
        if (call.size() != 2) {
            LinearAlltoall.run(call, out, in);
            return;
        }
        int rank = call.rank();
        int peer = 1 - rank;
        Completion coming = call.beginReceive(in.part(peer), peer);
        call.send(out.part(peer), peer);
        call.copy(out.part(rank), in.part(rank));
        call.end(coming);
    }
}
