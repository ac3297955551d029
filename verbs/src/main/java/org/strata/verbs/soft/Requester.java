package org.strata.verbs.soft;

import static org.strata.verbs.WcStatus.LOC_LEN_ERR;
import static org.strata.verbs.WcStatus.LOC_QP_OP_ERR;
import static org.strata.verbs.WcStatus.REM_INV_REQ_ERR;
import static org.strata.verbs.WcStatus.SUCCESS;

import org.strata.opal.memory.Memory;
import org.strata.verbs.Access;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.Sge;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.segment.ActivePairs;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.SegmentHeader;
import org.strata.verbs.soft.segment.Site;
import org.strata.verbs.soft.segment.SrqRecord;
import org.strata.verbs.soft.segment.Visit;

/**
 * Executes send requests: checks the local side, finds the target and visits it. One per queue
 * pair, called under its latch. Tier 1.
 *
 * <p>A request that cannot be finished at once (see {@link Bounce}) is executed again, and
 * continues where it stopped.
 */
class Requester {
    /**
     * 0.64 ms, for a refusal that a fault plan injects before the peer's pair has been looked up;
     * code 0 would be 655 ms.
     */
    private static final int UNKNOWN_RNR_TIMER = 12;

    final SoftDevice device;
    final int number;
    final TargetSide target;
    private final int pd;
    private final boolean xrc;

    private Site peer;
    private long peerContext;
    private int peerPort;
    private int peerQp;
    int port;
    private int sendPsn;
    private int maxRdAtomic;
    private long record;

    /** Whether the target is set to the peer's pair. */
    private boolean aimed;

    private XrcView domain;
    private long domainNumber;

    /**
     * The only key of this device that the executed long request uses; 0 when it may use any, or
     * when there is none. Pairs with Requester.usesOnlyOther of a thread that deregisters.
     */
    private volatile int uses;

    Requester(SoftDevice device, int number, int pd, QpType type) {
        this.device = device;
        this.number = number;
        this.pd = pd;
        this.xrc = type == QpType.XRC_SEND;
        this.target = new TargetSide(device);
    }

    boolean allocated() {
        return target.allocated();
    }

    void free() {
        target.free();
    }

    /** Sets the peer's queue pair. */
    void connect(long toContext, int toPort, int toQp, int fromPort) {
        peer = null;
        peerContext = toContext;
        peerPort = toPort;
        peerQp = toQp;
        port = fromPort;
        record = 0;
        aimed = false;
        startRequest();
    }

    void ready(int psn, int readsInFlight) {
        sendPsn = psn;
        maxRdAtomic = readsInFlight;
    }

    // One short RDMA write, where everything is as it was for the request before.

    /** Returns whether the pair may read a range under a local key. */
    boolean mayRead(int lkey, long source, int length) {
        // The key is looked up after the mark, as always.
        ActivePairs.mark(device.self().header(), Site.qpIndex(number));
        return device.self().allows(pd, lkey, source, length, 0);
    }

    /**
     * Writes to memory of the peer that is mapped here. What is looked up for each request of other
     * kinds, the record of the peer's pair, is known from the one before.
     *
     * @return false, with no effect, when a request must be executed that finds out why
     */
    boolean write(long source, int length, long remote, int rkey) {
        Site to = peer;
        if (!aimed
                || length <= 0
                || length >= SoftLimits.LONG
                || !device.portUp(port)
                || !to.answers(peerPort)
                || !connected()) {
            return false;
        }
        ActivePairs.mark(device.self().header(), Site.qpIndex(number));
        long visit = record + QpRecord.VISIT;
        if (!Visit.enter(visit)) {
            return false;
        }
        ActivePairs.mark(to.header(), Site.qpIndex(peerQp));
        try {
            long there = connected() ? target.directly(remote, length, rkey) : 0;
            if (there != 0) {
                Payload.copyInOrder(source, there, length);
            }
            return there != 0;
        } finally {
            Visit.leave(visit);
        }
    }

    /** Begins a new request, at the head of the queue. */
    void startRequest() {
        target.start();
    }

    /** Returns the peer's RNR timer: a code, see {@link org.strata.verbs.RnrTimer}. */
    int rnrTimer() {
        return record == 0 ? UNKNOWN_RNR_TIMER : QpRecord.rnrTimer(record);
    }

    /** Returns the peer's device, or null when it has not been found yet. */
    Site peer() {
        if (peer == null) {
            peer = device.site(peerContext);
        }
        return peer;
    }

    /**
     * Returns whether the executed request is known not to use a key of this device. From any
     * thread.
     */
    boolean usesOnlyOther(int key) {
        int used = uses;
        return key != 0 && used != 0 && used != key;
    }

    /** Executes the request at an address; returns a WcStatus, or a constant of {@link Outcome}. */
    int execute(long wr) {
        ActivePairs.mark(device.self().header(), Site.qpIndex(number));
        long total = length(wr);
        if (total < SoftLimits.LONG || SendWr.sgeCountAt(wr) != 1) {
            return execute(wr, total);
        }
        // Published before the key is looked up, as in Visit.useOnly.
        // Pairs with SendSide.awaitExecution: the key's owner sees which one is used.
        uses = Sge.lkey(SendWr.sgListAt(wr));
        Memory.fullFence();
        try {
            return execute(wr, total);
        } finally {
            uses = 0;
        }
    }

    private int execute(long wr, long total) {
        int status = checkLocal(wr, SendWr.opcodeAt(wr), total);
        if (status != SUCCESS) {
            return status;
        }
        Site to = peer();
        if (to == null || !device.portUp(port) || !to.answers(peerPort)) {
            return Outcome.NO_ANSWER;
        }
        record = to.qp(peerQp);
        if (!connected()) {
            return Outcome.NO_ANSWER;
        }
        long visit = record + QpRecord.VISIT;
        if (!Visit.enter(visit)) {
            return Outcome.AGAIN;
        }
        ActivePairs.mark(to.header(), Site.qpIndex(peerQp));
        try {
            return connected() ? visited(to, wr, total) : Outcome.NO_ANSWER;
        } finally {
            Visit.leave(visit);
        }
    }

    private boolean connected() {
        return record != 0
                && QpRecord.number(record) == peerQp
                && QpRecord.connectedTo(record, number, device.number(), sendPsn);
    }

    /** Returns the bytes of a request's elements. */
    static long length(long wr) {
        long sum = 0;
        for (int i = SendWr.sgeCountAt(wr) - 1; i >= 0; i--) {
            sum += Sge.length(SendWr.sgListAt(wr) + (long) i * Sge.BYTES);
        }
        return sum;
    }

    final int checkLocal(long wr, int opcode, long total) {
        if (total > SoftLimits.MAX_MESSAGE) {
            return LOC_LEN_ERR;
        }
        boolean fetches = opcode >= WrOpcode.RDMA_READ;
        if (fetches && maxRdAtomic == 0) {
            return LOC_QP_OP_ERR;
        }
        if (opcode > WrOpcode.RDMA_READ && total != Long.BYTES) {
            return LOC_LEN_ERR;
        }
        if ((SendWr.flagsAt(wr) & SendFlags.INLINE) != 0) {
            return SUCCESS;
        }
        long sges = SendWr.sgListAt(wr);
        int access = fetches ? Access.LOCAL_WRITE : 0;
        return device.self().checkSges(pd, sges, SendWr.sgeCountAt(wr), total, access);
    }

    /** Executes a request inside the visit of the connected pair. */
    private int visited(Site to, long wr, long total) {
        QpState state = QpRecord.state(record);
        if (state.ordinal() < QpState.RTR.ordinal() || state == QpState.ERR) {
            return Outcome.NO_ANSWER;
        }
        if (to.frozen()) {
            return Outcome.AGAIN;
        }
        if (state == QpState.RTR && QpRecord.establish(record)) {
            to.event(AsyncEventType.COMM_EST, Site.qpIndex(peerQp));
        }
        target.aim(to, record, peerQp);
        aimed = true;
        return xrc ? viaXrc(wr, total) : target.operate(wr, total);
    }

    /** Executes a request on an XRC queue, inside a second visit, of that queue's device. */
    private int viaXrc(long wr, long total) {
        int queue = SendWr.xrcSrqAt(wr);
        if (domain == null || domainNumber != QpRecord.xrcDomain(record)) {
            domainNumber = QpRecord.xrcDomain(record);
            domain = device.xrcView(domainNumber);
        }
        XrcRoute route = domain == null ? null : domain.route(queue);
        if (route == XrcRoute.NO_LINE) {
            return Outcome.AGAIN;
        }
        if (route == null) {
            return target.refuse(AsyncEventType.QP_REQ_ERR, REM_INV_REQ_ERR);
        }
        route.latch().lock();
        try {
            if (!Visit.enter(route.visit())) {
                return Outcome.AGAIN;
            }
            ActivePairs.mark(route.site().header(), ActivePairs.line(route.line()));
            try {
                return atXrcQueue(route, queue, wr, total);
            } finally {
                Visit.leave(route.visit());
            }
        } finally {
            route.latch().unlock();
        }
    }

    private int atXrcQueue(XrcRoute route, int queue, long wr, long total) {
        Site site = route.site();
        if (site.dead() || !SegmentHeader.isOpen(site.header())) {
            return Outcome.NO_ANSWER;
        }
        if (site.frozen()) {
            return Outcome.AGAIN;
        }
        int index = domain.queue(queue);
        long srq = site.srq(index);
        if (srq == 0 || !SrqRecord.live(srq)) {
            return target.refuse(AsyncEventType.QP_REQ_ERR, REM_INV_REQ_ERR);
        }
        target.aimAtXrcQueue(site, srq, index, queue);
        return target.operate(wr, total);
    }
}
