package org.strata.coll.barrier;

import org.strata.coll.base.Call;

/** Two ranks: one message each way. */
final class TwoProcBarrier {
    private TwoProcBarrier() {}

    static void run(Call call) {
        int peer = 1 - call.rank();
        call.exchangeSignals(peer, peer);
    }
}
