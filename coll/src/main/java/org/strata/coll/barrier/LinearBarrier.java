package org.strata.coll.barrier;

import org.strata.coll.base.Call;

/**
 * All ranks signal rank 0, which then signals all of them. Latency 2; rank 0 handles 2(n-1)
 * messages.
 */
final class LinearBarrier {
    private LinearBarrier() {}

    static void run(Call call) {
        if (call.rank() != 0) {
            call.signal(0);
            call.await(0);
            return;
        }
        for (int peer = 1; peer < call.size(); peer++) {
            call.await(peer);
        }
        for (int peer = 1; peer < call.size(); peer++) {
            call.signal(peer);
        }
    }
}
