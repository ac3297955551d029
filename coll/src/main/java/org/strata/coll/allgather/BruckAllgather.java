package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/**
 * In round k a rank sends all parts it has, 2^k of them, to the rank 2^k below. Latency log2(n),
 * rounded up, for any n; a copy at the end brings the parts into rank order. For short parts.
 */
final class BruckAllgather {
    private BruckAllgather() {}

    static void run(Call call, Buf own, Parts parts) {
        call.copy(own, parts.part(call.rank()));
        int size = call.size();
        int rank = call.rank();
        // Bytes before part i, where this rank's own part is part 0.
        long[] start = new long[size + 1];
        for (int i = 0; i < size; i++) {
            start[i + 1] = start[i] + parts.bytes((rank + i) % size);
        }
        Buf known = call.tempBytes(start[size]);
        call.copy(parts.part(rank), known.at(0, start[1]));
        for (int distance = 1; distance < size; distance <<= 1) {
            int count = Math.min(distance, size - distance);
            Buf out = known.at(0, start[count]);
            Buf in = known.at(start[distance], start[distance + count] - start[distance]);
            call.exchange(out, (rank + size - distance) % size, in, (rank + distance) % size);
        }
        if (parts.uniform()) {
            call.copy(known.at(0, start[size - rank]), parts.range(rank, size));
            call.copy(
                    known.at(start[size - rank], start[size] - start[size - rank]),
                    parts.range(0, rank));
            return;
        }
        for (int i = 1; i < size; i++) {
            Buf part = known.at(start[i], start[i + 1] - start[i]);
            call.copy(part, parts.part((rank + i) % size));
        }
    }
}
