package org.strata.coll.barrier;

import org.strata.coll.base.Call;

/** Two ranks exchange one message each way. Other sizes use {@link BruckBarrier}. */
final class TwoProcBarrier {
    private TwoProcBarrier() {}

    static void run(Call call) {
        if (call.size() != 2) {
            BruckBarrier.run(call);
            return;
        }
        int peer = 1 - call.rank();
        call.exchangeSignals(peer, peer);
    }
}
