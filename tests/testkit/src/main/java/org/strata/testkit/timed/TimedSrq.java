package org.strata.testkit.timed;

import org.strata.opal.Rc;
import org.strata.testkit.timed.TimedRank.Work;
import org.strata.verbs.RecvWr;
import org.strata.verbs.Sge;
import org.strata.verbs.SharedReceiveQueue;

/** A shared receive queue: posting takes the rank's time, and is over when that has passed. */
final class TimedSrq implements SharedReceiveQueue {
    private final TimedContext context;
    private final SharedReceiveQueue inner;
    private final TimedXrcDomain domain;
    private final TimedCq completions;
    private final Receives receives;

    /**
     * @param domain of an XRC queue; null for another
     * @param completions of an XRC queue; null for another
     */
    TimedSrq(
            TimedContext context,
            SharedReceiveQueue inner,
            TimedXrcDomain domain,
            TimedCq completions) {
        this.context = context;
        this.inner = inner;
        this.domain = domain;
        this.completions = completions;
        this.receives = new Receives(context.rank(), inner);
        if (domain != null) {
            domain.add(this);
        }
    }

    SharedReceiveQueue inner() {
        return inner;
    }

    Receives receives() {
        return receives;
    }

    /** Charges a rank for a list of receive requests that were posted with a result. */
    static int post(RecvWr first, TimedContext context, Receives receives, int rc) {
        TimedRank rank = context.rank();
        long end = rc == Rc.OK ? 0 : first.rejected();
        int count = 0;
        for (long wr = first.address(); wr != 0; wr = RecvWr.nextAt(wr)) {
            rank.spend(Work.MESSAGE, rank.costs().post());
            if (wr == end) {
                break;
            }
            count++;
        }
        int posted = count;
        context.network().world().at(rank.nanoTime(), () -> receives.add(posted));
        return rc;
    }

    @Override
    public int post(RecvWr wr) {
        if (domain != null && isDirect(wr)) {
            completions.receiveDirectly();
        }
        return post(wr, context, receives, inner.post(wr));
    }

    /** Returns whether messages land where the program, or a block of the PML's, wants them. */
    private boolean isDirect(RecvWr wr) {
        long at = wr.address();
        return RecvWr.sgeCountAt(at) > 0 && !context.copies(Sge.address(RecvWr.sgListAt(at)));
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
        if (domain != null) {
            domain.remove(this);
        }
        context.forget(inner);
        inner.close();
    }
}
