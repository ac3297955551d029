package org.strata.coll.example;

import org.strata.coll.base.Call;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/** Every rank sends its vector to every other one and reduces all of them in rank order. */
final class DirectAllreduce {
    private DirectAllreduce() {}

    static void run(Call call, Buf input, Buf result, ReduceOp op) {
        Buf[] vectors = new Buf[call.size()];
        for (int peer = 0; peer < vectors.length; peer++) {
            vectors[peer] = call.temp(input.count(), input.layout());
            if (peer == call.rank()) {
                call.copy(input, vectors[peer]);
            } else {
                call.startReceive(vectors[peer], peer);
                call.startSend(input, peer);
            }
        }
        call.finishStarted();
        for (int peer = vectors.length - 2; peer >= 0; peer--) {
            call.reduce(op, vectors[peer], vectors[peer + 1]);
            call.copy(vectors[peer + 1], vectors[peer]);
        }
        call.copy(vectors[0], result);
    }
}
