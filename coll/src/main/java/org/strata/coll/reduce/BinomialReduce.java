package org.strata.coll.reduce;

import org.strata.coll.base.Call;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** Whole vectors pass up a binomial tree. Latency log2(n). */
public final class BinomialReduce {
    private BinomialReduce() {}

    static void run(Call call, Buf input, Buf result, ReduceOp op, int root) {
        if (call.segment() > 0) {
            TreeReduce.binomial(call, input, result, op, root);
        } else {
            whole(call, input, result, op, root);
        }
    }

    /** Reduces the vector in one piece, whatever the call's settings say. */
    public static void whole(Call call, Buf input, Buf result, ReduceOp op, int root) {
        int size = call.size();
        // Where the operation does not commute, only rank 0 as the top keeps rank order.
        int top = op.commutative() ? root : 0;
        int place = (call.rank() - top + size) % size;
        Buf sum = input;
        Buf first = call.rank() == root && result != input ? result : null;
        Buf second = null;
        int mask = 1;
        while (mask < size && (place & mask) == 0) {
            if (place + mask < size) {
                first = first == null ? call.temp(input.count(), input.layout()) : first;
                if (sum == first) {
                    second = second == null ? call.temp(input.count(), input.layout()) : second;
                }
                Buf theirs = sum == first ? second : first;
                call.receive(theirs, (place + mask + top) % size);
                if (sum != input && op.commutative()) {
                    call.reduce(op, theirs, sum);
                } else {
                    call.reduce(op, sum, theirs);
                    sum = theirs;
                }
            }
            mask <<= 1;
        }
        if (place != 0) {
            call.send(sum, (place - mask + top) % size);
        }
        finish(call, sum, result, top, root);
    }

    private static void finish(Call call, Buf sum, Buf result, int top, int root) {
        if (top == root) {
            if (call.rank() == root) {
                call.copy(sum, result);
            }
        } else if (call.rank() == top) {
            call.send(sum, root);
        } else if (call.rank() == root) {
            call.receive(result, top);
        }
    }
}
