package org.strata.verbs.soft;

import static org.strata.verbs.WcStatus.LOC_LEN_ERR;
import static org.strata.verbs.WcStatus.LOC_PROT_ERR;
import static org.strata.verbs.WcStatus.REM_ACCESS_ERR;
import static org.strata.verbs.WcStatus.REM_INV_REQ_ERR;
import static org.strata.verbs.WcStatus.REM_OP_ERR;
import static org.strata.verbs.WcStatus.SUCCESS;

import org.strata.verbs.Access;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.Sge;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WorkCompletions;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.DeviceSegment;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.RecvRing;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.SrqRecord;
import org.strata.verbs.soft.segment.Visit;

/**
 * The target's side of a request, which the sender executes inside its visit: consumes a receive
 * request, checks keys, moves the payload, completes the receive or changes the target's queue pair
 * to ERR. Results are a WcStatus for the sender or a constant of {@link Outcome}. Tier 1.
 */
final class TargetSide {
    private final DeviceSegment scratch;
    private final Payload payload;

    /** A copy of the consumed receive request, or the one remote range of an RDMA. */
    private final long taken;

    /** Device of the connected queue pair. */
    private Site peer;

    private long record;
    private int peerQp;

    /** Device of the receives and the memory: the peer, or the device of an XRC queue. */
    private Site site;

    private long ring;
    private long srq;
    private int srqIndex;

    /** Number of the XRC queue; 0 when the receives are the connected pair's. */
    private int xrcQueue;

    private int pd;
    private int cq;

    /** Whether the target is the connected pair's own device, so that its visit is the only one. */
    private boolean direct;

    private boolean hasReceive;

    /** Flags of completions of receives: that of a global route header, of datagrams. */
    private int flags;

    TargetSide(SoftDevice device) {
        scratch = device.segment();
        payload = new Payload(device);
        taken = scratch.allocate(scratchBytes(), 64);
    }

    private static long scratchBytes() {
        return RecvRing.requestBytes(SoftLimits.MAX_SGE);
    }

    boolean allocated() {
        return taken != 0;
    }

    void free() {
        if (taken != 0) {
            scratch.free(taken, scratchBytes());
        }
        payload.free();
    }

    /** Begins a new request. */
    void start() {
        hasReceive = false;
        payload.start();
    }

    /** Sets the target to a queue pair. */
    void aim(Site at, long qpRecord, int qpNumber) {
        direct = true;
        xrcQueue = 0;
        peer = at;
        record = qpRecord;
        peerQp = qpNumber;
        site = at;
        srqIndex = QpRecord.srq(record) - 1;
        srq = srqIndex < 0 ? 0 : at.srq(srqIndex);
        ring = srq == 0 ? record + QpRecord.RING : srq + SrqRecord.RING;
        pd = srq == 0 ? QpRecord.pd(record) : SrqRecord.pd(srq);
        cq = QpRecord.cq(record);
    }

    /** Sets the target to a queue pair for datagrams. */
    void aimDatagram(Site at, long qpRecord, int qpNumber) {
        aim(at, qpRecord, qpNumber);
        flags = WorkCompletions.FLAG_GRH;
    }

    /** Sets the target to an XRC queue, reached through the queue pair. */
    void aimAtXrcQueue(Site at, long srqRecord, int index, int number) {
        direct = false;
        xrcQueue = number;
        site = at;
        srq = srqRecord;
        srqIndex = index;
        ring = srq + SrqRecord.RING;
        pd = SrqRecord.pd(srq);
        cq = SrqRecord.cq(srq);
    }

    /**
     * Returns where a range of the connected pair's memory is mapped here, if an RDMA write may go
     * there at once, or 0. Inside a visit.
     */
    long directly(long remote, int length, int key) {
        boolean ready = QpRecord.isReadyToSend(record) && !peer.frozen();
        boolean writable = (QpRecord.access(record) & Access.REMOTE_WRITE) != 0;
        return ready && writable ? peer.writable(pd, key, remote, length) : 0;
    }

    /** Executes the request. */
    int operate(long wr, long total) {
        int opcode = SendWr.opcodeAt(wr);
        return switch (opcode) {
            case WrOpcode.SEND -> send(wr, total, false);
            case WrOpcode.SEND_WITH_IMM -> send(wr, total, true);
            case WrOpcode.RDMA_WRITE -> write(wr, total);
            case WrOpcode.RDMA_WRITE_WITH_IMM -> writeWithImmediate(wr, total);
            case WrOpcode.RDMA_READ -> read(wr, total);
            default -> atomic(wr, opcode);
        };
    }

    private int send(long wr, long total, boolean immediate) {
        if (!consumeReceive()) {
            return Outcome.NOT_READY;
        }
        if (total > RecvRing.capacity(taken)) {
            return failReceive(LOC_LEN_ERR, REM_INV_REQ_ERR);
        }
        long sges = taken + RecvRing.SGES;
        int count = RecvRing.count(taken);
        if (site.checkSges(pd, sges, count, total, Access.LOCAL_WRITE) != SUCCESS) {
            return failReceive(LOC_PROT_ERR, REM_OP_ERR);
        }
        int result = payload.write(site, wr, sges, total, false);
        return result == SUCCESS
                ? completeReceive(wr, WcOpcode.RECV, total, immediate)
                : afterMove(result);
    }

    /**
     * Delivers a datagram, or drops it where no receive is posted: its sender learns of nothing.
     *
     * @return SUCCESS or AGAIN
     */
    int datagram(long wr, long total, boolean immediate) {
        int result = consumeReceive() ? send(wr, total, immediate) : SUCCESS;
        return result == Outcome.AGAIN ? result : SUCCESS;
    }

    private int write(long wr, long total) {
        if (!rangeAllowed(wr, total, Access.REMOTE_WRITE)) {
            return refuse(AsyncEventType.QP_ACCESS_ERR, REM_ACCESS_ERR);
        }
        return afterMove(payload.write(site, wr, range(wr, total), total, true));
    }

    private int writeWithImmediate(long wr, long total) {
        if (!rangeAllowed(wr, total, Access.REMOTE_WRITE)) {
            return refuse(AsyncEventType.QP_ACCESS_ERR, REM_ACCESS_ERR);
        }
        if (!consumeReceive()) {
            return Outcome.NOT_READY;
        }
        int result = payload.write(site, wr, range(wr, total), total, true);
        return result == SUCCESS
                ? completeReceive(wr, WcOpcode.RECV_RDMA_WITH_IMM, total, true)
                : afterMove(result);
    }

    private int read(long wr, long total) {
        if (QpRecord.maxDestRdAtomic(record) == 0) {
            return refuse(AsyncEventType.QP_REQ_ERR, REM_INV_REQ_ERR);
        }
        if (!rangeAllowed(wr, total, Access.REMOTE_READ)) {
            return refuse(AsyncEventType.QP_ACCESS_ERR, REM_ACCESS_ERR);
        }
        return afterMove(payload.read(site, wr, range(wr, total), total));
    }

    private int atomic(long wr, int opcode) {
        long remote = SendWr.remoteAt(wr);
        int key = SendWr.atomicRkeyAt(wr);
        if ((remote & 7) != 0 || QpRecord.maxDestRdAtomic(record) == 0) {
            return refuse(AsyncEventType.QP_REQ_ERR, REM_INV_REQ_ERR);
        }
        if (!allowed(remote, key, Long.BYTES, Access.REMOTE_ATOMIC)) {
            return refuse(AsyncEventType.QP_ACCESS_ERR, REM_ACCESS_ERR);
        }
        return afterMove(payload.atomic(site, wr, opcode, remote, key));
    }

    /** Returns the address of one element that is the request's remote range. */
    private long range(long wr, long total) {
        long sge = taken + RecvRing.SGES;
        Sge.set(sge, SendWr.remoteAt(wr), (int) total, SendWr.rkeyAt(wr));
        return sge;
    }

    private boolean rangeAllowed(long wr, long total, int access) {
        if (direct && total >= SoftLimits.LONG) {
            Visit.useOnly(record + QpRecord.VISIT, SendWr.rkeyAt(wr));
        }
        return total == 0 || allowed(SendWr.remoteAt(wr), SendWr.rkeyAt(wr), total, access);
    }

    private boolean allowed(long remote, int key, long length, int access) {
        return (QpRecord.access(record) & access) == access
                && site.allows(pd, key, remote, length, access);
    }

    /** Consumes a receive request, unless an earlier attempt of this send request has. */
    private boolean consumeReceive() {
        if (hasReceive) {
            return true;
        }
        int left = RecvRing.consume(site.base(), ring, taken);
        if (left < 0) {
            return false;
        }
        Visit.recordReceive(record + QpRecord.VISIT, RecvRing.wrId(taken), xrcQueue);
        hasReceive = true;
        if (srq != 0 && SrqRecord.passedLimit(srq, left)) {
            site.event(AsyncEventType.SRQ_LIMIT_REACHED, srqIndex);
        }
        return true;
    }

    private int completeReceive(long wr, int opcode, long total, boolean immediate) {
        boolean solicited = (SendWr.flagsAt(wr) & SendFlags.SOLICITED) != 0;
        boolean stored =
                site.complete(
                        cq,
                        claimer(),
                        peerQp,
                        solicited,
                        RecvRing.wrId(taken),
                        SUCCESS,
                        opcode,
                        (int) total,
                        immediate ? SendWr.rawImmediateAt(wr) : 0,
                        immediate ? flags | WorkCompletions.FLAG_WITH_IMM : flags);
        Visit.clearReceive(record + QpRecord.VISIT);
        return stored ? SUCCESS : refuse(AsyncEventType.QP_FATAL, REM_OP_ERR);
    }

    /**
     * Changes the target's queue pair to ERR and completes the receive request in error. In this
     * order, so that a thread that sees the completion sees the state; the owner flushes after this
     * visit.
     */
    private int failReceive(int status, int senderStatus) {
        long wrId = RecvRing.wrId(taken);
        boolean broken = QpRecord.moveToError(record);
        site.complete(cq, claimer(), peerQp, true, wrId, status, WcOpcode.RECV, 0, 0, 0);
        Visit.clearReceive(record + QpRecord.VISIT);
        if (broken) {
            SegmentHeader.raiseAttention(peer.header());
        }
        return senderStatus;
    }

    /**
     * Returns the claimer of completions. The connected pair's owner knows from its record which
     * peer visits; on another device no visitor is known.
     */
    private int claimer() {
        return site == peer ? Site.qpIndex(peerQp) : CqRing.OWNER;
    }

    private int afterMove(int result) {
        if (result != REM_OP_ERR) {
            return result;
        }
        return hasReceive
                ? failReceive(LOC_PROT_ERR, REM_OP_ERR)
                : refuse(AsyncEventType.QP_FATAL, REM_OP_ERR);
    }

    /**
     * Changes the target's queue pair to ERR.
     *
     * @param event for its owner
     * @return the status
     */
    int refuse(AsyncEventType event, int status) {
        if (QpRecord.moveToError(record)) {
            peer.event(event, Site.qpIndex(peerQp));
            SegmentHeader.raiseAttention(peer.header());
        }
        return status;
    }
}
