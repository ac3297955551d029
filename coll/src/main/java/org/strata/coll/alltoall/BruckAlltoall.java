package org.strata.coll.alltoall;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/**
 * In round k a rank forwards all parts whose distance has bit k set to the rank 2^k above. Latency
 * log2(n), rounded up; each part is sent up to that many times. For short parts.
 */
final class BruckAlltoall {
    private BruckAlltoall() {}

    /**
     * @param out equal parts, one for each rank
     * @param in equal parts
     */
    static void run(Call call, Parts out, Parts in) {
        int size = call.size();
        int rank = call.rank();
        long bytes = out.bytes(0);
        // Part i of the table is for the rank i above.
        Buf table = call.tempBytes(size * bytes);
        call.copy(out.range(rank, size), table.at(0, (size - rank) * bytes));
        call.copy(out.range(0, rank), table.at((size - rank) * bytes, rank * bytes));
        Buf leaving = call.tempBytes((size + 1) / 2 * bytes);
        Buf coming = call.tempBytes((size + 1) / 2 * bytes);
        for (int distance = 1; distance < size; distance <<= 1) {
            int count = move(call, table, leaving, bytes, distance, true);
            call.exchange(
                    leaving.at(0, count * bytes),
                    (rank + distance) % size,
                    coming.at(0, count * bytes),
                    (rank + size - distance) % size);
            move(call, table, coming, bytes, distance, false);
        }
        for (int i = 0; i < size; i++) {
            call.copy(table.at(i * bytes, bytes), in.part((rank + size - i) % size));
        }
    }

    /** Copies the parts whose distance has a bit set out of the table, or back into it. */
    private static int move(
            Call call, Buf table, Buf packed, long bytes, int distance, boolean out) {
        int count = 0;
        for (int i = distance; i < call.size(); i++) {
            if ((i & distance) != 0) {
                Buf place = table.at(i * bytes, bytes);
                Buf part = packed.at(count * bytes, bytes);
                call.copy(out ? place : part, out ? part : place);
                count++;
            }
        }
        return count;
    }
}
