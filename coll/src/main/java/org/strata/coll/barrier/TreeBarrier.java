package org.strata.coll.barrier;

import org.strata.coll.base.Call;

/**
 * Signals pass up a binomial tree to rank 0, and down again. Latency 2 log2(n), n-1 messages each
 * way.
 */
final class TreeBarrier {
    private TreeBarrier() {}

    static void run(Call call) {
        int rank = call.rank();
        int size = call.size();
        int mask = 1;
        while (mask < size && (rank & mask) == 0) {
            if (rank + mask < size) {
                call.await(rank + mask);
            }
            mask <<= 1;
        }
        if (rank != 0) {
            call.signal(rank - mask);
            call.await(rank - mask);
        }
        for (mask >>= 1; mask > 0; mask >>= 1) {
            if (rank + mask < size) {
                call.signal(rank + mask);
            }
        }
    }
}
