package org.strata.coll.inter;

import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** Each group gathers; the leaders exchange what they have; each group broadcasts the other's. */
final class InterAllgather {
    private InterAllgather() {}

    static void run(InterCall call, Buf send, Buf receive) {
        Buf mine = call.collect(send);
        Buf theirs = receive.at(0, call.remote().size() * receive.count());
        call.exchange(mine, theirs);
        call.spread(theirs);
    }

    /**
     * With parts of any length, which only their senders and the other group know: each member
     * sends its own to the leader of the other group.
     */
    static void varying(InterCall call, Buf send, Parts parts) {
        int members = call.remote().size();
        long bytes = 0;
        for (int i = 0; i < members; i++) {
            bytes += parts.bytes(i);
        }
        Buf theirs = call.remote().tempBytes(bytes);
        long at = 0;
        for (int i = 0; call.leads() && i < members; i++) {
            call.remote().startReceive(theirs.at(at, parts.bytes(i)), i);
            at += parts.bytes(i);
        }
        call.remote().startSend(send, InterCall.LEADER);
        call.remote().finishStarted();
        call.spread(theirs);
        at = 0;
        for (int i = 0; i < members; i++) {
            call.remote().copy(theirs.at(at, parts.bytes(i)), parts.part(i));
            at += parts.bytes(i);
        }
    }
}
