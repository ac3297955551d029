package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** Parts pass around the ring: n-1 neighbour messages, no copies. For long parts. */
final class RingAllgather {
    private RingAllgather() {}

    static void run(Call call, Buf own, Parts parts) {
        call.copy(own, parts.part(call.rank()));
        int size = call.size();
        int rank = call.rank();
        int next = (rank + 1) % size;
        int previous = (rank + size - 1) % size;
        for (int step = 0; step < size - 1; step++) {
            Buf out = parts.part((rank + size - step) % size);
            Buf in = parts.part((rank + 2 * size - step - 1) % size);
            call.exchange(out, next, in, previous);
        }
    }
}
