package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/**
 * Ranks exchange two parts at a time with their left and right neighbours by turns: n/2 rounds. Odd
 * sizes use {@link RingAllgather}.
 */
final class NeighborAllgather {
    private NeighborAllgather() {}

    static void run(Call call, Buf own, Parts parts) {
        if (call.size() % 2 != 0) {
            RingAllgather.run(call, own, parts);
            return;
        }
        call.copy(own, parts.part(call.rank()));
        int size = call.size();
        int rank = call.rank();
        boolean even = rank % 2 == 0;
        int right = (rank + 1) % size;
        int left = (rank + size - 1) % size;
        int partner = even ? right : left;
        call.exchange(parts.part(rank), partner, parts.part(partner), partner);
        // The first part of the pair that this rank sends next.
        int pair = even ? rank : left;
        for (int round = 1; round < size / 2; round++) {
            boolean toLeft = even == (round % 2 == 1);
            int peer = toLeft ? left : right;
            // The peer has received pairs that start two further in its direction each round.
            int comes = pair(rank, size, round, toLeft);
            swap(call, parts, pair, comes, peer);
            pair = comes;
        }
    }

    private static int pair(int rank, int size, int round, boolean fromLeft) {
        int own = rank - rank % 2;
        int step = 2 * ((round + 1) / 2);
        return Math.floorMod(fromLeft ? own - step : own + step, size);
    }

    private static void swap(Call call, Parts parts, int out, int in, int peer) {
        if (parts.uniform()) {
            call.exchange(parts.range(out, out + 2), peer, parts.range(in, in + 2), peer);
            return;
        }
        call.startReceive(parts.part(in), peer);
        call.startReceive(parts.part(in + 1), peer);
        call.startSend(parts.part(out), peer);
        call.startSend(parts.part(out + 1), peer);
        call.finishStarted();
    }
}
