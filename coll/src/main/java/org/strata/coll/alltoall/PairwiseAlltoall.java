package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.progress.Completion;

/**
 * In step k a rank sends to the rank k above while it receives from the rank k below. For long
 * parts.
 */
final class PairwiseAlltoall {
    private PairwiseAlltoall() {}

    static void run(Call call, Parts out, Parts in) {
        int size = call.size();
        int rank = call.rank();
        call.copy(out.part(rank), in.part(rank));
        for (int step = 1; step < size; step++) {
            int to = (rank + step) % size;
            int from = (rank + size - step) % size;
            boolean receives = in.bytes(from) > 0;
            Completion coming = receives ? call.beginReceive(in.part(from), from) : null;
            if (out.bytes(to) > 0) {
                call.send(out.part(to), to);
            }
            call.end(coming);
        }
    }
}
