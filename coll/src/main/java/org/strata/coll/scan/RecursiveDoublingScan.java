package org.strata.coll.scan;

import org.strata.coll.base.Call;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;

/**
 * In round k a rank sends the sum of 2^k ranks' vectors to the rank 2^k above. Latency log2(n),
 * rounded up; keeps rank order.
 */
final class RecursiveDoublingScan {
    private RecursiveDoublingScan() {}

    /**
     * @param result the same object as {@code input} for in place
     */
    static void inclusive(Call call, Buf input, Buf result, ReduceOp op) {
        call.copy(input, result);
        run(call, result, null, op);
    }

    static void exclusive(Call call, Buf input, Buf result, ReduceOp op) {
        Buf sum = call.temp(input.count(), input.layout());
        call.copy(input, sum);
        run(call, sum, result, op);
    }

    /**
     * @param sum this rank's vector, at the end the sum up to and including it
     * @param before receives the sum without this rank's vector, except at rank 0; may be null
     */
    private static void run(Call call, Buf sum, Buf before, ReduceOp op) {
        int rank = call.rank();
        int size = call.size();
        Buf lower = call.temp(sum.count(), sum.layout());
        for (int distance = 1; distance < size; distance <<= 1) {
            boolean receives = rank >= distance;
            Completion coming = receives ? call.beginReceive(lower, rank - distance) : null;
            if (rank + distance < size) {
                call.send(sum, rank + distance);
            }
            call.end(coming);
            if (receives) {
                call.reduce(op, lower, sum);
                if (before != null && distance == 1) {
                    call.copy(lower, before);
                } else if (before != null) {
                    call.reduce(op, lower, before);
                }
            }
        }
    }
}
