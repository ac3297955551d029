package org.strata.coll.reducescatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/**
 * Partial sums of each part pass around the ring and end at its owner: n-1 neighbour messages of
 * one part. Operations that do not commute use {@link ReduceThenScatter}, unless there are two
 * ranks.
 */
final class RingReduceScatter {
    private RingReduceScatter() {}

    static void run(Call call, Parts input, Buf result, ReduceOp op) {
        if (op.commutative() || call.size() == 2) {
            ring(call, input, result, op);
        } else {
            ReduceThenScatter.binomial(call, input, result, op);
        }
    }

    private static void ring(Call call, Parts input, Buf result, ReduceOp op) {
        int size = call.size();
        int rank = call.rank();
        int next = (rank + 1) % size;
        int previous = (rank + size - 1) % size;
        long largest = 0;
        for (int i = 0; i < size; i++) {
            largest = Math.max(largest, input.count(i));
        }
        Buf coming = call.temp(largest, result.layout());
        Buf going = size > 2 ? call.temp(largest, result.layout()) : null;
        Buf out = input.part(previous);
        for (int step = 1; step < size; step++) {
            int index = (rank + 2 * size - 1 - step) % size;
            Buf sum = coming.at(0, input.count(index));
            call.exchange(out, next, sum, previous);
            sum = add(call, op, input.part(index), sum, previous);
            out = sum;
            Buf free = going;
            going = coming;
            coming = free;
        }
        call.copy(out, result);
    }

    private static Buf add(Call call, ReduceOp op, Buf mine, Buf theirs, int previous) {
        if (op.commutative() || previous > call.rank()) {
            call.reduce(op, mine, theirs);
            return theirs;
        }
        Buf sum = call.temp(mine.count(), mine.layout());
        call.copy(mine, sum);
        call.reduce(op, theirs, sum);
        return sum;
    }
}
