package org.strata.coll.scan;

import org.strata.coll.base.Call;
import org.strata.mca.coll.ReduceOp;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;

/**
 * In round k, the sum of the last 2^k ranks' data goes 2^k ranks up. Latency log2(n) rounded up;
 * keeps rank order.
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
     * @param sum own data, at the end the sum up to and including them
     * @param before receives the sum without the own data; may be null; rank 0 leaves it alone
     */
    private static void run(Call call, Buf sum, Buf before, ReduceOp op) {
        int rank = call.rank();
        int size = call.size();
        Buf lower = call.temp(sum.count(), sum.layout());
        for (int distance = 1; distance < size; distance <<= 1) {
            boolean receives = rank >= distance;
            PmlRequest coming = receives ? call.beginReceive(lower, rank - distance) : null;
            if (rank + distance < size) {
                call.send(sum, rank + distance);
            }
            call.end(coming);
            if (receives) {
                Call.reduce(op, lower, sum);
                if (before != null && distance == 1) {
                    call.copy(lower, before);
                } else if (before != null) {
                    Call.reduce(op, lower, before);
                }
            }
        }
    }
}
