package org.strata.coll.allgather;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.opal.datatype.Buf;

/** Pairs at distance 1, 2, 4, … swap all they have, in place. For sizes that are powers of two. */
final class RecursiveDoublingAllgather {
    private RecursiveDoublingAllgather() {}

    /**
     * @param parts equal ones
     */
    static void run(Call call, Parts parts) {
        int rank = call.rank();
        for (int mask = 1; mask < call.size(); mask <<= 1) {
            int mine = rank & -mask;
            int theirs = mine ^ mask;
            Buf out = parts.range(mine, mine + mask);
            call.exchange(out, rank ^ mask, parts.range(theirs, theirs + mask), rank ^ mask);
        }
    }
}
