package org.strata.coll.scan;

import org.strata.coll.base.Call;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** The prefix passes from rank to rank. Latency n, one message per rank. */
final class LinearScan {
    private LinearScan() {}

    /**
     * @param result the same object as {@code input} for in place
     */
    static void inclusive(Call call, Buf input, Buf result, ReduceOp op) {
        int rank = call.rank();
        call.copy(input, result);
        if (rank > 0) {
            Buf before = call.temp(result.count(), result.layout());
            call.receive(before, rank - 1);
            call.reduce(op, before, result);
        }
        if (rank + 1 < call.size()) {
            call.send(result, rank + 1);
        }
    }

    static void exclusive(Call call, Buf input, Buf result, ReduceOp op) {
        int rank = call.rank();
        boolean last = rank + 1 == call.size();
        if (rank == 0) {
            call.send(input, 1);
            return;
        }
        Buf next = last ? null : call.temp(input.count(), input.layout());
        if (!last) {
            call.copy(input, next);
        }
        call.receive(result, rank - 1);
        if (!last) {
            call.reduce(op, result, next);
            call.send(next, rank + 1);
        }
    }
}
