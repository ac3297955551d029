package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.coll.bcast.BinomialBcast;
import org.strata.coll.gather.LinearGather;
import org.strata.opal.datatype.Buf;

/** Rank 0 gathers all parts and broadcasts them. */
final class GatherBcastAllgather {
    private GatherBcastAllgather() {}

    static void run(Call call, Buf own, Parts parts) {
        call.copy(own, parts.part(call.rank()));
        LinearGather.varying(call, call.rank() == 0 ? null : parts.part(call.rank()), parts, 0);
        if (parts.uniform()) {
            BinomialBcast.whole(call, parts.range(0, parts.size()), 0);
        } else {
            bcastPacked(call, parts);
        }
    }

    private static void bcastPacked(Call call, Parts parts) {
        Buf all = call.tempBytes(parts.totalBytes());
        if (call.rank() == 0) {
            copy(call, parts, all, true);
        }
        BinomialBcast.whole(call, all, 0);
        if (call.rank() != 0) {
            copy(call, parts, all, false);
        }
    }

    private static void copy(Call call, Parts parts, Buf all, boolean pack) {
        long at = 0;
        for (int i = 0; i < parts.size(); i++) {
            Buf packed = all.at(at, parts.bytes(i));
            call.copy(pack ? parts.part(i) : packed, pack ? packed : parts.part(i));
            at += parts.bytes(i);
        }
    }
}
