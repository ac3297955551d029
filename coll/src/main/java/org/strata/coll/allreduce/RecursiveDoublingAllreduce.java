package org.strata.coll.allreduce;

import org.strata.coll.base.Call;
import org.strata.coll.base.Fold;
import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;

/**
 * Partners at distance 1, 2, 4, … exchange whole vectors and both reduce. Latency log2(n). All
 * ranks combine the same operands in rank order, so that results agree to the last bit.
 */
public final class RecursiveDoublingAllreduce {
    private final Call call;
    private final ReduceOp op;
    private final Buf input;
    private final Buf result;
    private Buf sum;
    private Buf spare;

    private RecursiveDoublingAllreduce(Call call, Buf input, Buf result, ReduceOp op) {
        this.call = call;
        this.op = op;
        this.input = input;
        this.result = result;
        this.sum = input;
    }

    /** See {@link Allreduce#run}. */
    public static void run(Call call, Buf input, Buf result, ReduceOp op) {
        new RecursiveDoublingAllreduce(call, input, result, op).run();
    }

    private void run() {
        int rank = call.rank();
        Fold fold = Fold.of(rank, call.size());
        if (fold.waits()) {
            call.send(input, rank + 1);
            call.receive(result, rank + 1);
            return;
        }
        if (fold.standsForTwo()) {
            addLower(rank - 1, false);
        }
        for (int mask = 1; mask < fold.power(); mask <<= 1) {
            int peer = fold.rank(fold.place() ^ mask);
            if (peer < rank) {
                addLower(peer, true);
            } else {
                addHigher(peer);
            }
        }
        if (fold.standsForTwo()) {
            call.send(sum, rank - 1);
        }
        call.copy(sum, result);
    }

    /** Reduces a lower rank's vector into the sum, which moves to the result if it is read-only. */
    private void addLower(int peer, boolean swap) {
        boolean readOnly = sum == input && input != result;
        Buf theirs = readOnly ? spare() : other();
        Completion coming = call.beginReceive(theirs, peer);
        if (swap) {
            call.send(sum, peer);
        }
        if (readOnly) {
            call.copy(sum, result);
            sum = result;
        }
        call.end(coming);
        call.reduce(op, theirs, sum);
    }

    private void addHigher(int peer) {
        Buf theirs = other();
        call.exchange(sum, peer, theirs, peer);
        call.reduce(op, sum, theirs);
        sum = theirs;
    }

    /** Returns the buffer that does not hold the sum; never the caller's input. */
    private Buf other() {
        return sum == result ? spare() : result;
    }

    private Buf spare() {
        if (spare == null) {
            spare = call.temp(input.count(), input.layout());
        }
        return spare;
    }
}
