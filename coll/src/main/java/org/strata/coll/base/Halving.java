package org.strata.coll.base;

import org.strata.mca.coll.ReduceOp;
import org.strata.opal.datatype.Buf;

/**
 * Reduces a vector so that each place of a {@link Fold} ends with the result of its own range: in
 * round k, places at distance 2^k exchange halves of the range they share and reduce the half they
 * keep. Neighbours exchange first, so that the operands of every reduction are adjacent runs of
 * ranks and operations need not commute. {@link #gatherAll} runs the rounds backwards.
 */
public final class Halving {
    private final Call call;
    private final ReduceOp op;
    private final Fold fold;
    private final Buf result;
    private final long[] lows = new long[33];
    private final long[] highs = new long[33];
    private Buf source;
    private Buf spare;
    private int round;

    /**
     * @param input this rank's vector; may be the result buffer itself, otherwise only read
     * @param result receives partial, then final results; all of it is written
     */
    public Halving(Call call, ReduceOp op, Fold fold, Buf input, Buf result) {
        this.call = call;
        this.op = op;
        this.fold = fold;
        this.source = input;
        this.result = result;
        highs[0] = result.count();
    }

    /** Reduces the data of the ranks that wait into those of their neighbours. */
    public void foldIn() {
        int rank = call.rank();
        if (fold.waits()) {
            call.send(source, rank + 1);
        } else if (fold.standsForTwo()) {
            call.copy(source, result);
            source = result;
            Buf lower = spare(result.count());
            call.receive(lower, rank - 1);
            call.reduce(op, lower, result);
        }
    }

    /** Reduces down to one range per place. */
    public void reduceScatter() {
        for (int mask = 1; mask < fold.power(); mask <<= 1) {
            long low = lows[round];
            long high = highs[round];
            long middle = low + ((high - low) >>> 1);
            boolean lower = (fold.place() & mask) == 0;
            Buf keep = lower ? source.at(low, middle - low) : source.at(middle, high - middle);
            Buf leaving = lower ? source.at(middle, high - middle) : source.at(low, middle - low);
            round++;
            lows[round] = lower ? low : middle;
            highs[round] = lower ? middle : high;
            exchange(fold.rank(fold.place() ^ mask), lower, leaving, keep);
            source = result;
        }
        call.copy(mine(source), mine(result));
        source = result;
    }

    private Buf mine(Buf buffer) {
        return buffer.at(lows[round], highs[round] - lows[round]);
    }

    /**
     * Exchanges halves with a partner and reduces one. Where input and result are two buffers, the
     * partner's half can be received in its place.
     */
    private void exchange(int peer, boolean lower, Buf leaving, Buf keep) {
        Buf target = mine(result);
        boolean apart = source != result;
        if (apart && (lower || op.commutative())) {
            call.exchange(leaving, peer, target, peer);
            call.reduce(op, keep, target);
            return;
        }
        Buf theirs = spare(target.count());
        call.exchange(leaving, peer, theirs, peer);
        if (apart) {
            call.copy(keep, target);
        }
        if (lower && !op.commutative()) {
            call.reduce(op, target, theirs);
            call.copy(theirs, target);
        } else {
            call.reduce(op, theirs, target);
        }
    }

    private Buf spare(long count) {
        if (spare == null || spare.count() < count) {
            spare = call.temp(count, result.layout());
        }
        return spare.at(0, count);
    }

    /** Collects all ranges at every place, then sends the result to the ranks that wait. */
    public void gatherAll() {
        for (int mask = fold.power() >> 1; mask > 0; mask >>= 1) {
            Buf out = mine(result);
            round--;
            int peer = fold.rank(fold.place() ^ mask);
            call.exchange(out, peer, sibling(out, mask), peer);
        }
        if (fold.standsForTwo()) {
            call.send(result, call.rank() - 1);
        }
    }

    /** Returns the other half of this round's range. */
    private Buf sibling(Buf half, int mask) {
        long low = lows[round];
        long rest = highs[round] - low - half.count();
        boolean lower = (fold.place() & mask) == 0;
        return result.at(lower ? low + half.count() : low, rest);
    }

    /** Collects all ranges at one place. */
    public void gatherTo(int place) {
        for (int mask = fold.power() >> 1; mask > 0; mask >>= 1) {
            Buf out = mine(result);
            round--;
            int peer = fold.rank(fold.place() ^ mask);
            if ((fold.place() & mask) != (place & mask)) {
                call.send(out, peer);
                return;
            }
            call.receive(sibling(out, mask), peer);
        }
    }
}
