package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;

/** As the linear algorithm, but with a bounded number of partners at a time. */
final class LinearSyncAlltoall {
    /** Partners at a time where the settings name no number. */
    private static final int WINDOW = 8;

    private LinearSyncAlltoall() {}

    static void run(Call call, Parts out, Parts in) {
        int window = call.fanout(WINDOW);
        int size = call.size();
        int rank = call.rank();
        call.copy(out.part(rank), in.part(rank));
        for (int first = 1; first < size; first += window) {
            int end = Math.min(first + window, size);
            for (int i = first; i < end; i++) {
                int from = (rank + size - i) % size;
                call.startReceive(in.part(from), from);
            }
            for (int i = first; i < end; i++) {
                int to = (rank + i) % size;
                call.startSend(out.part(to), to);
            }
            call.finishStarted();
        }
    }
}
