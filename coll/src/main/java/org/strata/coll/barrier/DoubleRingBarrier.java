package org.strata.coll.barrier;

import org.strata.coll.base.Call;

/**
 * A token passes twice around the ring: the first round ends when all ranks have entered, the
 * second one releases them. Latency 2n.
 */
final class DoubleRingBarrier {
    private DoubleRingBarrier() {}

    static void run(Call call) {
        int rank = call.rank();
        int next = (rank + 1) % call.size();
        int previous = (rank + call.size() - 1) % call.size();
        for (int round = 0; round < 2; round++) {
            if (rank > 0) {
                call.await(previous);
            }
            call.signal(next);
            if (rank == 0) {
                call.await(previous);
            }
        }
    }
}
