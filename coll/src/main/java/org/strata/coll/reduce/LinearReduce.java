package org.strata.coll.reduce;

import org.strata.coll.base.Call;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The root receives every rank's vector, highest rank first, and reduces in rank order. */
public final class LinearReduce {
    private LinearReduce() {}

    /** See {@link Reduce#run}. */
    public static void run(Call call, Buf input, Buf result, ReduceOp op, int root) {
        if (call.rank() != root) {
            call.send(input, root);
            return;
        }
        boolean apart = input != result;
        Buf sum = apart ? result : call.temp(input.count(), input.layout());
        Buf theirs = null;
        int last = call.size() - 1;
        if (root == last) {
            call.copy(input, sum);
        } else {
            call.receive(sum, last);
        }
        for (int peer = last - 1; peer >= 0; peer--) {
            if (peer == root) {
                call.reduce(op, input, sum);
            } else {
                theirs = theirs == null ? call.temp(input.count(), input.layout()) : theirs;
                call.receive(theirs, peer);
                call.reduce(op, theirs, sum);
            }
        }
        call.copy(sum, result);
    }
}
