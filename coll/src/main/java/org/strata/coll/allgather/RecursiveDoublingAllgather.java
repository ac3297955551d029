package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/**
 * Pairs at distance 1, 2, 4, … exchange all they have, in place. Sizes that are no power of two use
 * {@link BruckAllgather}.
 */
final class RecursiveDoublingAllgather {
    private RecursiveDoublingAllgather() {}

    static void run(Call call, Buf own, Parts parts) {
        if (Integer.bitCount(call.size()) != 1) {
            BruckAllgather.run(call, own, parts);
            return;
        }
        call.copy(own, parts.part(call.rank()));
        int rank = call.rank();
        for (int mask = 1; mask < call.size(); mask <<= 1) {
            int mine = rank & -mask;
            int theirs = mine ^ mask;
            Buf out = parts.range(mine, mine + mask);
            call.exchange(out, rank ^ mask, parts.range(theirs, theirs + mask), rank ^ mask);
        }
    }
}
