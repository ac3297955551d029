package org.strata.coll.inter;

import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;

/** Each group gathers; the leaders exchange what they have; each group broadcasts the other's. */
final class InterAllgather {
    private static final DataLayout LONG = DataLayouts.basic(Long.BYTES, Long.BYTES);

    private InterAllgather() {}

    static void run(InterCall call, Buf send, Buf receive) {
        Buf mine = call.collect(send);
        Buf theirs = receive.at(0, call.remote().size() * receive.count());
        call.exchange(mine, theirs);
        call.spread(theirs);
    }

    /** With parts of any length, which nobody in the own group but their sender knows. */
    static void varying(InterCall call, Buf send, Parts parts) {
        Buf mine = collectVarying(call, send);
        int members = call.remote().size();
        long bytes = 0;
        for (int i = 0; i < members; i++) {
            bytes += parts.bytes(i);
        }
        Buf theirs = call.remote().tempBytes(bytes);
        call.exchange(mine, theirs);
        call.spread(theirs);
        long at = 0;
        for (int i = 0; i < members; i++) {
            call.remote().copy(theirs.at(at, parts.bytes(i)), parts.part(i));
            at += parts.bytes(i);
        }
    }

    private static Buf collectVarying(InterCall call, Buf send) {
        int members = call.group().size();
        long[] lengths = new long[members];
        lengths[call.group().rank()] = send.size();
        Buf lengthOfEach = new Buf(lengths, 0, 1, LONG);
        call.remote().note(call.local().allgather(null, lengthOfEach, call.group()));
        if (!call.leads()) {
            call.remote().note(call.local().gatherv(send, null, null, null, 0, call.group()));
            return null;
        }
        int[] counts = new int[members];
        int[] displacements = new int[members];
        long bytes = 0;
        for (int i = 0; i < members; i++) {
            counts[i] = Math.toIntExact(lengths[i]);
            displacements[i] = Math.toIntExact(bytes);
            bytes += lengths[i];
        }
        Buf all = call.remote().tempBytes(bytes);
        int rc =
                call.local()
                        .gatherv(send, all, counts, displacements, InterCall.LEADER, call.group());
        call.remote().note(rc);
        return all.at(0, bytes);
    }
}
