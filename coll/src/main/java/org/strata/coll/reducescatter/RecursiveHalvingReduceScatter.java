package org.strata.coll.reducescatter;

import org.strata.coll.base.Call;
import org.strata.coll.base.Fold;
import org.strata.coll.base.Parts;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/**
 * Partners at half, quarter, … the size exchange the halves of the parts that the other side needs.
 * Latency log2(n), each rank sends little more than the vector. Operations that do not commute use
 * another algorithm.
 */
final class RecursiveHalvingReduceScatter {
    private RecursiveHalvingReduceScatter() {}

    static void run(Call call, Parts input, Buf result, ReduceOp op) {
        if (op.commutative()) {
            halve(call, input, result, op);
        } else {
            ReduceThenScatter.binomial(call, input, result, op);
        }
    }

    /** For MPI_Reduce_scatter_block, whose alternative differs. */
    static void block(Call call, Parts input, Buf result, ReduceOp op) {
        if (op.commutative()) {
            halve(call, input, result, op);
        } else {
            RecursiveDoublingReduceScatter.run(call, input, result, op);
        }
    }

    private static void halve(Call call, Parts input, Buf result, ReduceOp op) {
        int rank = call.rank();
        Fold fold = Fold.of(rank, call.size());
        Buf vector = input.buffer();
        if (fold.waits()) {
            call.send(vector, rank + 1);
            call.receive(result, rank + 1);
            return;
        }
        Buf sums = call.temp(vector.count(), vector.layout());
        Buf theirs = call.temp(vector.count(), vector.layout());
        Parts source = input;
        if (fold.standsForTwo()) {
            call.receive(sums, rank - 1);
            call.reduce(op, vector, sums);
            source = input.in(sums);
        }
        rounds(call, source, input.in(sums), input.in(theirs), op, fold);
        if (fold.standsForTwo()) {
            call.send(input.in(sums).part(rank - 1), rank - 1);
        }
        call.copy(input.in(sums).part(rank), result);
    }

    private static void rounds(
            Call call, Parts source, Parts sums, Parts theirs, ReduceOp op, Fold fold) {
        int low = 0;
        int high = fold.power();
        Parts from = source;
        for (int mask = fold.power() >> 1; mask > 0; mask >>= 1) {
            int middle = low + mask;
            boolean lower = fold.place() < middle;
            Buf leaving = range(from, fold, lower ? middle : low, lower ? high : middle);
            low = lower ? low : middle;
            high = lower ? middle : high;
            int peer = fold.rank(fold.place() ^ mask);
            if (from == source && source.buffer() != sums.buffer()) {
                // In the first round the partner's half is received where the sums will be.
                Buf keep = range(sums, fold, low, high);
                call.exchange(leaving, peer, keep, peer);
                call.reduce(op, range(source, fold, low, high), keep);
            } else {
                Buf coming = range(theirs, fold, low, high);
                call.exchange(leaving, peer, coming, peer);
                call.reduce(op, coming, range(sums, fold, low, high));
            }
            from = sums;
        }
    }

    /** Returns the parts of the ranks that places [{@code low}, {@code high}) stand for. */
    private static Buf range(Parts parts, Fold fold, int low, int high) {
        return parts.range(first(fold, low), first(fold, high));
    }

    private static int first(Fold fold, int place) {
        return place < fold.surplus() ? 2 * place : place + fold.surplus();
    }
}
