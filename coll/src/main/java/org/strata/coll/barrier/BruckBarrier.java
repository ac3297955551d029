package org.strata.coll.barrier;

import org.strata.coll.base.Call;

/**
 * Dissemination: in round k every rank signals the rank 2^k above. Latency log2(n), rounded up, for
 * any n.
 */
final class BruckBarrier {
    private BruckBarrier() {}

    static void run(Call call) {
        int rank = call.rank();
        int size = call.size();
        for (int distance = 1; distance < size; distance <<= 1) {
            call.exchangeSignals((rank + distance) % size, (rank + size - distance) % size);
        }
    }
}
