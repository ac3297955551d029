package org.strata.coll.inter;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** Each group reduces; the leaders exchange the results; each group scatters the other's. */
final class InterReduceScatter {
    private InterReduceScatter() {}

    /**
     * Runs it.
     *
     * @param send the elements for all members of the other group, as many as for the own one
     * @param counts results for each member of the own group
     */
    static void run(InterCall call, Buf send, Buf receive, int[] counts, ReduceOp op) {
        int members = call.group().size();
        int[] places = new int[members];
        for (int i = 1; i < members; i++) {
            places[i] = places[i - 1] + counts[i - 1];
        }
        int total = places[members - 1] + counts[members - 1];
        Buf mine = InterReduce.toLeader(call, send.at(0, total), op);
        Buf theirs = call.leads() ? call.remote().temp(total, send.layout()) : null;
        call.exchange(mine, theirs);
        Buf own = receive.at(0, counts[call.group().rank()]);
        int rc = call.local().scatterv(theirs, counts, places, own, 0, call.group());
        call.remote().note(rc);
    }
}
