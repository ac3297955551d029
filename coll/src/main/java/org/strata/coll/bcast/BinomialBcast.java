package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.opal.datatype.Buf;

/** Whole messages pass down a binomial tree, the largest subtree first. Latency log2(n). */
public final class BinomialBcast {
    private BinomialBcast() {}

    static void run(Call call, Buf buffer, int root) {
        if (call.segment() > 0) {
            TreeBcast.binomial(call, buffer, root);
        } else {
            whole(call, buffer, root);
        }
    }

    /** Broadcasts the message in one piece, whatever the call's settings say. */
    public static void whole(Call call, Buf buffer, int root) {
        int size = call.size();
        int place = (call.rank() - root + size) % size;
        int mask = 1;
        while (mask < size && (place & mask) == 0) {
            mask <<= 1;
        }
        if (place != 0) {
            call.receive(buffer, (place - mask + root) % size);
        }
        for (mask >>= 1; mask > 1; mask >>= 1) {
            if (place + mask < size) {
                call.startSend(buffer, (place + mask + root) % size);
            }
        }
        if (mask == 1 && place + 1 < size) {
            call.send(buffer, (place + 1 + root) % size);
        }
        call.finishStarted();
    }
}
