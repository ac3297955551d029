package org.strata.testkit.timed;

import org.strata.testkit.timed.TimedRank.Work;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SharedReceiveQueue;

/** A shared receive queue: posting takes the rank's time. */
final class TimedSrq implements SharedReceiveQueue {
    private final TimedRank rank;
    private final SharedReceiveQueue inner;

    TimedSrq(TimedRank rank, SharedReceiveQueue inner) {
        this.rank = rank;
        this.inner = inner;
    }

    SharedReceiveQueue inner() {
        return inner;
    }

    /** Charges a rank for a list of receive requests. */
    static void spend(TimedRank rank, RecvWr first) {
        for (long wr = first.address(); wr != 0; wr = RecvWr.nextAt(wr)) {
            rank.spend(Work.MESSAGE, rank.costs().post());
        }
    }

    @Override
    public int post(RecvWr wr) {
        spend(rank, wr);
        return inner.post(wr);
    }

    @Override
    public void arm(int limit) {
        inner.arm(limit);
    }

    @Override
    public int limit() {
        return inner.limit();
    }

    @Override
    public int maxWr() {
        return inner.maxWr();
    }

    @Override
    public void resize(int maxWr) {
        inner.resize(maxWr);
    }

    @Override
    public int number() {
        return inner.number();
    }

    @Override
    public void close() {
        inner.close();
    }
}
