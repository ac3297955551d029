package org.strata.verbs.soft;

import org.strata.opal.Rc;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.RecvWr;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;

/** The receive queue of a pair as its owner sees it; empty when a shared one is used. */
final class RecvSide {
    private final SoftContext context;
    private final DeviceSegment segment;
    private final int number;
    private final int cq;
    private final int maxWr;
    private final int maxSge;
    private final boolean shared;

    /** False for XRC targets: what arrives there is the business of the queue it goes to. */
    private final boolean completes;

    private final long record;
    private final long ring;
    private final long entries;
    private final long scratch;

    RecvSide(SoftContext context, QpInit init, int number, long record) {
        this.context = context;
        this.number = number;
        this.record = record;
        segment = context.segment();
        cq = init.recvCq() == null ? 0 : ((SoftCq) init.recvCq()).index();
        shared = init.srq() != null;
        completes = init.recvCq() != null;
        maxWr = shared ? 0 : init.maxRecvWr();
        maxSge = init.maxRecvSge();
        ring = record + QpRecord.RING;
        entries = maxWr == 0 ? 0 : segment.allocate(RecvRing.entryBytes(maxWr, maxSge), 64);
        scratch = maxWr == 0 ? 0 : segment.allocate(RecvRing.requestBytes(maxSge), 64);
        if (allocated()) {
            reset();
        }
    }

    boolean allocated() {
        return maxWr == 0 || (entries != 0 && scratch != 0);
    }

    /** Empties the queue. */
    void reset() {
        long at = maxWr == 0 ? segment.base() : entries;
        RecvRing.open(segment.base(), ring, maxWr, maxSge, at);
    }

    void free() {
        if (entries != 0) {
            segment.free(entries, RecvRing.entryBytes(maxWr, maxSge));
        }
        if (scratch != 0) {
            segment.free(scratch, RecvRing.requestBytes(maxSge));
        }
    }

    /** Posts a list. Under the receive latch. */
    int post(RecvWr wr) {
        if (shared || QpRecord.state(record) == QpState.RESET) {
            wr.rejected(wr.address());
            return Rc.BAD_ARGUMENT;
        }
        return RecvRing.post(segment.base(), ring, wr);
    }

    /**
     * Completes everything posted as flushed, also what a visitor took and will not complete. In
     * ERR, after the last visit, under the pair's latch.
     */
    void flush() {
        long visit = record + QpRecord.VISIT;
        if (Visit.holds(visit)) {
            if (completes) {
                complete(Visit.held(visit));
            }
            Visit.drop(visit);
        }
        while (maxWr != 0 && RecvRing.consume(segment.base(), ring, scratch) >= 0) {
            complete(RecvRing.wrId(scratch));
        }
    }

    /** Tells the owner of a shared queue that this pair takes nothing more from it. */
    void announceLast() {
        if (shared) {
            context.self().event(AsyncEventType.QP_LAST_WQE_REACHED, Site.qpIndex(number));
        }
    }

    private void complete(long wrId) {
        context.self()
                .complete(
                        cq,
                        CqRing.OWNER,
                        number,
                        true,
                        wrId,
                        WcStatus.WR_FLUSH_ERR,
                        WcOpcode.RECV,
                        0,
                        0,
                        0);
    }
}
