package org.strata.coll.bcast;

import org.strata.coll.base.Call;
import org.strata.coll.base.Flat;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/**
 * The root scatters the message down a binomial tree, then all ranks gather the shares: each rank
 * sends and receives about twice the message, whatever the number of ranks.
 */
final class ScatterAllgatherBcast {
    private ScatterAllgatherBcast() {}

    /** Gathers by recursive doubling; sizes that are no power of two gather around the ring. */
    static void doubling(Call call, Buf buffer, int root) {
        run(call, buffer, root, Integer.bitCount(call.size()) != 1);
    }

    static void ring(Call call, Buf buffer, int root) {
        run(call, buffer, root, true);
    }

    private static void run(Call call, Buf buffer, int root, boolean ring) {
        Flat flat = Flat.fromRoot(call, buffer, root);
        int size = call.size();
        int place = (call.rank() - root + size) % size;
        Parts shares = Parts.shares(flat.bytes(), size);
        scatter(call, shares, place, root);
        if (ring) {
            ring(call, shares, place, root);
        } else {
            doubling(call, shares, place, root);
        }
        flat.finish();
    }

    private static void scatter(Call call, Parts shares, int place, int root) {
        int size = call.size();
        int mask = 1;
        while (mask < size && (place & mask) == 0) {
            mask <<= 1;
        }
        if (place != 0) {
            Buf mine = shares.range(place, Math.min(place + mask, size));
            call.receive(mine, (place - mask + root) % size);
        }
        for (mask >>= 1; mask > 0; mask >>= 1) {
            int child = place + mask;
            if (child < size) {
                Buf theirs = shares.range(child, Math.min(child + mask, size));
                call.startSend(theirs, (child + root) % size);
            }
        }
        call.finishStarted();
    }

    private static void ring(Call call, Parts shares, int place, int root) {
        int size = call.size();
        int next = (place + 1 + root) % size;
        int previous = (place + size - 1 + root) % size;
        for (int step = 0; step < size - 1; step++) {
            Buf out = shares.part((place - step + size) % size);
            Buf in = shares.part((place - step - 1 + size) % size);
            call.exchange(out, next, in, previous);
        }
    }

    private static void doubling(Call call, Parts shares, int place, int root) {
        for (int mask = 1; mask < call.size(); mask <<= 1) {
            int mine = place & -mask;
            int theirs = mine ^ mask;
            int peer = ((place ^ mask) + root) % call.size();
            Buf out = shares.range(mine, mine + mask);
            call.exchange(out, peer, shares.range(theirs, theirs + mask), peer);
        }
    }
}
