package org.strata.coll.barrier;

import org.strata.coll.base.Call;

/**
 * Pairs at distance 1, 2, 4, … signal each other. Latency log2(n), two more when n is no power of
 * two.
 */
final class RecursiveDoublingBarrier {
    private RecursiveDoublingBarrier() {}

    static void run(Call call) {
        int rank = call.rank();
        int power = Integer.highestOneBit(call.size());
        int extra = call.size() - power;
        if (rank >= power) {
            call.signal(rank - power);
            call.await(rank - power);
            return;
        }
        if (rank < extra) {
            call.await(rank + power);
        }
        for (int mask = 1; mask < power; mask <<= 1) {
            call.exchangeSignals(rank ^ mask, rank ^ mask);
        }
        if (rank < extra) {
            call.signal(rank + power);
        }
    }
}
