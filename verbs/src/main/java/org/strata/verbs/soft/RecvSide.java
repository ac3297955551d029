package org.strata.verbs.soft;

import org.strata.opal.Rc;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.RecvWr;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.DeviceSegment;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.RecvRing;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.Visit;

/** The owner's side of a pair's receive queue; without requests when the pair uses a shared one. */
final class RecvSide {
    private final SoftDevice device;
    private final HelpRequests help;
    private final DeviceSegment segment;
    private final int number;
    private final int cq;
    private final int maxWr;
    private final int maxSge;
    private final boolean shared;

    /** False for XRC targets, whose receives complete in the queue of the XRC receive queue. */
    private final boolean completes;

    /** The pair uses a shared queue, or it is an XRC target, whose senders name one. */
    private final boolean consumesShared;

    private final long record;
    private final long ring;
    private final long entries;
    private final long scratch;

    /**
     * @param cq index of the pair's completion queue for receives
     */
    RecvSide(SoftDevice device, HelpRequests help, QpInit init, int number, long record, int cq) {
        this.device = device;
        this.help = help;
        this.number = number;
        this.record = record;
        segment = device.segment();
        this.cq = cq;
        shared = init.srq() != null;
        completes = init.recvCq() != null;
        consumesShared = shared || init.type() == QpType.XRC_RECV;
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

    /** Posts a list of requests. Call under the receive latch. */
    int post(RecvWr wr) {
        if (shared || QpRecord.state(record) == QpState.RESET) {
            wr.rejected(wr.address());
            return Rc.BAD_ARGUMENT;
        }
        return RecvRing.post(segment.base(), ring, wr);
    }

    /**
     * Flushes all posted requests, and one that a visitor consumed and did not complete. Call in
     * ERR, after the last visit, under the pair's latch.
     */
    void flush() {
        flushLost();
        while (maxWr != 0 && RecvRing.consume(segment.base(), ring, scratch) >= 0) {
            complete(RecvRing.wrId(scratch));
        }
    }

    /** Completes, as flushed, a receive that a dead visitor consumed and did not finish. */
    void flushLost() {
        long visit = record + QpRecord.VISIT;
        if (Visit.hasReceive(visit)) {
            flushConsumed(visit);
            Visit.clearReceive(visit);
        }
    }

    /**
     * Completes the receive that a visitor consumed and did not finish. A part of its payload may
     * wait for this process's help: it is copied first, since the completion frees the memory.
     */
    private void flushConsumed(long visit) {
        help.serve();
        int queue = Visit.receiveQueue(visit);
        if (queue != 0) {
            XrcView view = device.xrcView(QpRecord.xrcDomain(record));
            if (view != null) {
                view.flush(queue, number, Visit.receiveWrId(visit));
            }
        } else if (completes) {
            complete(Visit.receiveWrId(visit));
        }
    }

    /** Reports that this pair consumes no more requests of a shared queue. */
    void reportLastWqe() {
        if (consumesShared) {
            device.self().event(AsyncEventType.QP_LAST_WQE_REACHED, Site.qpIndex(number));
        }
    }

    private void complete(long wrId) {
        device.self()
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
