package org.strata.coll.allreduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Parts;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;

/**
 * Shares of the vector pass around the ring, where every rank adds its part, and then once more, so
 * that every rank receives the sums: each rank sends twice the vector in neighbour messages.
 * Operations that do not commute use {@link RabenseifnerAllreduce}.
 */
final class RingAllreduce {
    private RingAllreduce() {}

    static void run(Call call, Buf input, Buf result, ReduceOp op) {
        run(call, input, result, op, 0);
    }

    static void segmented(Call call, Buf input, Buf result, ReduceOp op) {
        run(call, input, result, op, call.segment());
    }

    /**
     * @param segment bytes per piece of a share: a piece is reduced while the next one travels; 0:
     *     shares are not cut
     */
    private static void run(Call call, Buf input, Buf result, ReduceOp op, long segment) {
        if (!op.commutative()) {
            RabenseifnerAllreduce.run(call, input, result, op);
            return;
        }
        int size = call.size();
        int rank = call.rank();
        int next = (rank + 1) % size;
        int previous = (rank + size - 1) % size;
        Parts mine = Parts.shares(input, size);
        Parts sums = Parts.shares(result, size);
        ShareExchange shares = new ShareExchange(call, op, sums.count(0), segment, input, result);
        for (int step = 0; step < size - 1; step++) {
            int out = (rank + size - step) % size;
            int in = (rank + 2 * size - step - 1) % size;
            Buf share = step == 0 ? mine.part(out) : sums.part(out);
            shares.step(share, next, mine.part(in), sums.part(in), previous);
        }
        for (int step = 0; step < size - 1; step++) {
            int out = (rank + 1 + size - step) % size;
            int in = (rank + size - step) % size;
            call.exchange(sums.part(out), next, sums.part(in), previous);
        }
    }

    /** A step sends one share, receives the neighbour's partial sum and adds this rank's data. */
    private static final class ShareExchange {
        private final Call call;
        private final ReduceOp op;
        private final boolean inPlace;
        private final long piece;
        private final Buf[] spare = new Buf[2];

        ShareExchange(Call call, ReduceOp op, long share, long segment, Buf input, Buf result) {
            this.call = call;
            this.op = op;
            this.inPlace = input == result;
            long element = Math.max(1, result.layout().size());
            this.piece = Math.max(1, segment <= 0 ? share : segment / element);
            for (int i = 0; inPlace && i < 2; i++) {
                spare[i] = call.temp(Math.min(piece, share), result.layout());
            }
        }

        void step(Buf out, int next, Buf mine, Buf sum, int previous) {
            Completion coming = begin(sum, 0, previous);
            long end = Math.max(out.count(), sum.count());
            for (long at = 0; at == 0 || at < end; at += piece) {
                Completion later =
                        at + piece < sum.count() ? begin(sum, at + piece, previous) : null;
                Completion going = at < out.count() || at == 0 ? send(out, at, next) : null;
                call.end(coming);
                if (at < sum.count()) {
                    long count = Math.min(piece, sum.count() - at);
                    call.reduce(
                            op, inPlace ? place(sum, at) : mine.at(at, count), sum.at(at, count));
                }
                call.end(going);
                coming = later;
            }
        }

        private Completion begin(Buf sum, long at, int previous) {
            return call.beginReceive(place(sum, at), previous);
        }

        private Completion send(Buf out, long at, int next) {
            return call.beginSend(out.at(at, Math.min(piece, out.count() - at)), next);
        }

        /**
         * Returns where a partial sum is received: the result, where that does not hold the input.
         */
        private Buf place(Buf sum, long at) {
            long count = Math.min(piece, sum.count() - at);
            return inPlace ? spare[(int) ((at / piece) & 1)].at(0, count) : sum.at(at, count);
        }
    }
}
