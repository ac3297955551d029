package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Choice;
import org.strata.coll.base.Parts;
import org.strata.coll.bcast.Bcast;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.gather.Gather;
import org.strata.opal.datatype.Buf;

/** All parts go to rank 0, which broadcasts them. */
final class GatherBcastAllgather {
    private static final Choice BINOMIAL = Choice.of(BcastAlgorithm.BINOMIAL);

    private GatherBcastAllgather() {}

    static void run(Call call, Parts parts) {
        Gather.varying(call, call.rank() == 0 ? null : parts.part(call.rank()), parts, 0);
        if (parts.uniform()) {
            Bcast.run(call, BINOMIAL, parts.range(0, parts.size()), 0);
        } else {
            bcastPacked(call, parts);
        }
    }

    private static void bcastPacked(Call call, Parts parts) {
        long total = 0;
        for (int i = 0; i < parts.size(); i++) {
            total += parts.bytes(i);
        }
        Buf all = call.tempBytes(total);
        if (call.rank() == 0) {
            copy(call, parts, all, true);
        }
        Bcast.run(call, BINOMIAL, all, 0);
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
