package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;

/** Starts all receives, then all sends, each rank with its right neighbour first. */
final class LinearAlltoall {
    private LinearAlltoall() {}

    static void run(Call call, Parts out, Parts in) {
        int size = call.size();
        int rank = call.rank();
        for (int i = 1; i < size; i++) {
            int from = (rank + size - i) % size;
            if (in.bytes(from) > 0) {
                call.startReceive(in.part(from), from);
            }
        }
        for (int i = 1; i < size; i++) {
            int to = (rank + i) % size;
            if (out.bytes(to) > 0) {
                call.startSend(out.part(to), to);
            }
        }
        call.copy(out.part(rank), in.part(rank));
        call.finishStarted();
    }
}
