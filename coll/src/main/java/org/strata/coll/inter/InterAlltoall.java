package org.strata.coll.inter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;

/** Every member exchanges a message with every member of the other group. */
final class InterAlltoall {
    private InterAlltoall() {}

    static void run(InterCall call, Parts out, Parts in) {
        Call remote = call.remote();
        int members = remote.size();
        int first = call.group().rank();
        for (int i = 0; i < members; i++) {
            int from = (first + i) % members;
            remote.startReceive(in.part(from), from);
        }
        for (int i = 0; i < members; i++) {
            int to = (first + i) % members;
            remote.startSend(out.part(to), to);
        }
        remote.finishStarted();
    }
}
