package org.strata.verbs.soft;

import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.verbs.AsyncEventType;
import org.strata.verbs.CompletionQueue;
import org.strata.verbs.DataOrder;
import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.QueuePair;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SendWr;
import org.strata.verbs.VerbsException;
import org.strata.verbs.soft.segment.Latch;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.Table;
import org.strata.verbs.soft.segment.Visit;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A queue pair. Its state is in its record, where a peer may change it to ERR; {@link #checkErrors}
 * then flushes. One latch guards execution and the state, another one posting receives. In engine
 * mode a third one, acquired before the first, guards posting sends, so that posting never waits
 * for a transfer.
 */
final class SoftQp implements QueuePair, ExecutingPair, PairErrors {
    private static final DataOrder ORDERED =
            new DataOrder(
                    DataOrder.Extent.WORDS,
                    "the software adapter stores the last word of a write last");
    private static final DataOrder SCRAMBLED =
            new DataOrder(DataOrder.Extent.NONE, "verbs_soft_delivery is scrambled");

    private final SoftDevice device;
    private final DeviceObjects objects;
    private final Worker worker;
    private final QpInit init;
    private final int index;
    private final long serial;
    private final int number;
    private final long record;
    private final Latch latch = new Latch();
    private final Latch postLatch;
    private final Latch recvLatch = new Latch();
    private final SendSide sends;
    private final RecvSide recvs;
    private final QpAttributes current = new QpAttributes();

    /**
     * Pairs with SoftQp.schedule and staysScheduled: the one that turns it to true schedules the
     * pair.
     */
    private final AtomicBoolean scheduled = new AtomicBoolean();

    private boolean broken;
    private boolean draining;
    private boolean closed;

    private SoftQp(OpenDevice open, QpInit init, int index) {
        this.device = open.device();
        this.objects = open.objects();
        this.worker = open.worker();
        this.init = init;
        this.index = index;
        postLatch = device.inline() ? latch : new Latch();
        record = objects.qpTable().at(index);
        serial = objects.newSerial();
        number = QpRecord.nextNumber(record, index);
        int pd = init.pd() == null ? 0 : ((SoftPd) init.pd()).number();
        sends = new SendSide(device, this, init, number, record, pd, index(init.sendCq()));
        recvs = new RecvSide(device, worker.help(), init, number, record, index(init.recvCq()));
    }

    private static int index(CompletionQueue cq) {
        return cq == null ? 0 : ((SoftCq) cq).index();
    }

    static SoftQp create(OpenDevice open, QpInit init) {
        QpRules.check(open.device(), init);
        if (init.type() == QpType.XRC_RECV) {
            open.objects().visitorLines().addTarget();
        }
        try {
            return make(open, init);
        } catch (VerbsException e) {
            forgetTarget(open.objects(), init);
            throw e;
        }
    }

    private static void forgetTarget(DeviceObjects objects, QpInit init) {
        if (init.type() == QpType.XRC_RECV) {
            objects.visitorLines().removeTarget();
        }
    }

    private static SoftQp make(OpenDevice open, QpInit init) {
        SoftDevice device = open.device();
        int index = open.objects().qpTable().allocate();
        if (index < 0) {
            boolean all = open.objects().qpTable().size() >= Table.QP.capacity();
            throw all
                    ? new VerbsException(
                            VerbsException.ENOMEM, device.name() + " has no more queue pairs")
                    : device.noRoom("a queue pair");
        }
        SoftQp qp = new SoftQp(open, init, index);
        if (!qp.sends.allocated() || !qp.recvs.allocated()) {
            qp.free();
            throw device.noRoom("the queues of a queue pair");
        }
        qp.open();
        return qp;
    }

    private void open() {
        int pd = init.pd() == null ? 0 : ((SoftPd) init.pd()).number();
        int srq = init.srq() == null ? 0 : ((SoftSrq) init.srq()).index() + 1;
        int cq = index(init.recvCq());
        long domain = init.xrc() == null ? 0 : ((SoftXrcDomain) init.xrc()).number();
        QpRecord.state(record, QpState.RESET);
        QpRecord.connect(record, 0, 0, 0);
        QpRecord.open(record, init.type().value(), pd, srq, cq, domain);
        QpRecord.serial(record, serial);
        QpRecord.number(record, number);
        QpRules.count(init, 1);
        objects.qps().put(index, this);
    }

    @Override
    public long record() {
        return record;
    }

    /** Returns which of this device's objects it is. */
    long serial() {
        return serial;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public QpType type() {
        return init.type();
    }

    @Override
    public QpState state() {
        return QpRecord.state(record);
    }

    @Override
    public void lock() {
        latch.lock();
    }

    @Override
    public void unlock() {
        latch.unlock();
    }

    @Override
    public void awaitExecution(int key) {
        sends.awaitExecution(latch, key);
    }

    @Override
    public boolean executes() {
        return latch.isHeld();
    }

    private void lockAll() {
        postLatch.lock();
        if (postLatch != latch) {
            latch.lock();
        }
    }

    private void unlockAll() {
        latch.unlock();
        if (postLatch != latch) {
            postLatch.unlock();
        }
    }

    @Override
    public int postSend(SendWr wr) {
        postLatch.lock();
        try {
            int rc = Rc.OK;
            long at = wr.address();
            while (at != 0) {
                rc = postOne(at);
                if (rc != Rc.OK) {
                    wr.rejected(at);
                    break;
                }
                at = SendWr.nextAt(at);
            }
            schedule();
            return rc;
        } finally {
            postLatch.unlock();
        }
    }

    @Override
    public int postWrite(
            SendWr scratch,
            long wrId,
            int flags,
            long source,
            int length,
            int lkey,
            long remote,
            int rkey) {
        return sends.direct() && write(wrId, flags, source, length, lkey, remote, rkey)
                ? Rc.OK
                : QueuePair.super.postWrite(
                        scratch, wrId, flags, source, length, lkey, remote, rkey);
    }

    private boolean write(
            long wrId, int flags, long source, int length, int lkey, long remote, int rkey) {
        latch.lock();
        try {
            return sends.write(wrId, flags, source, length, lkey, remote, rkey);
        } finally {
            latch.unlock();
        }
    }

    private int postOne(long at) {
        QpState state = state();
        if (state.ordinal() < QpState.RTS.ordinal() || init.type() == QpType.XRC_RECV) {
            return Rc.BAD_ARGUMENT;
        }
        if (!sends.valid(at)) {
            return Rc.BAD_ARGUMENT;
        }
        if (state == QpState.ERR) {
            reject(at);
            return Rc.OK;
        }
        if (sends.executesNow(at, state) && execute(at)) {
            return Rc.OK;
        }
        return sends.add(at) ? Rc.OK : Rc.NO_RESOURCE;
    }

    /** Executes a request; returns false when the engine executes another one of the pair. */
    private boolean execute(long at) {
        if (postLatch == latch) {
            sends.execute(at);
            return true;
        }
        if (!latch.tryLock()) {
            return false;
        }
        try {
            boolean turn = sends.executesNow(at, state());
            if (turn) {
                sends.execute(at);
            }
            return turn;
        } finally {
            latch.unlock();
        }
    }

    /** Flushes a request posted in ERR, after the ones posted before. */
    private void reject(long at) {
        if (postLatch != latch) {
            latch.lock();
        }
        enterErrorAndFlush();
        sends.flush();
        sends.reject(at);
        if (postLatch != latch) {
            latch.unlock();
        }
    }

    /**
     * Schedules the pair if requests wait. The exchange always stores, and so orders the tail of
     * the queue, stored before, ahead of it: a compareAndSet that fails is a load on Arm, which may
     * be performed before the tail is visible. Pairs with {@link #staysScheduled}.
     */
    private void schedule() {
        if (!sends.isIdle() && !scheduled.getAndSet(true)) {
            worker.schedule(this);
        }
    }

    @Override
    public long runPending(long now) {
        if (!latch.tryLock()) {
            return now;
        }
        try {
            if (closed) {
                scheduled.set(false);
                return IDLE;
            }
            if (state() == QpState.ERR) {
                enterErrorAndFlush();
                // Requests posted while the pair changed to ERR.
                sends.flush();
            }
            long next = sends.run(now);
            reportDrained();
            return next == IDLE && staysScheduled() ? now : next;
        } finally {
            latch.unlock();
        }
    }

    /**
     * Ends the schedule of a pair without runnable requests; returns true when a request was posted
     * meanwhile. In SQD requests stay; the change back to RTS schedules them.
     */
    private boolean staysScheduled() {
        scheduled.set(false);
        QpState state = state();
        return (state == QpState.RTS || state == QpState.ERR)
                && !sends.isIdle()
                && scheduled.compareAndSet(false, true);
    }

    @Override
    public int postRecv(RecvWr wr) {
        recvLatch.lock();
        int rc;
        try {
            rc = recvs.post(wr);
        } finally {
            recvLatch.unlock();
        }
        // The receives come before the look at the state. Pairs with SoftQp.enterErrorAndFlush: it
        // stores the state and then consumes, so that one of the two sees the other's store.
        Memory.fullFence();
        if (state() == QpState.ERR) {
            flushReceives();
        }
        return rc;
    }

    /** Flushes receives posted in ERR, after the ones posted before. */
    private void flushReceives() {
        latch.lock();
        try {
            enterErrorAndFlush();
            recvs.flush();
        } finally {
            latch.unlock();
        }
    }

    // Errors.

    @Override
    public void checkErrors() {
        if (init.type() == QpType.UD) {
            evictDeadVisitor();
        }
        QpState state = state();
        boolean overflown = overflown(init.sendCq()) || overflown(init.recvCq());
        if (state != QpState.ERR && !(overflown && state != QpState.RESET)) {
            return;
        }
        latch.lock();
        try {
            if (!closed) {
                enterErrorAndFlush();
            }
        } finally {
            latch.unlock();
        }
    }

    /**
     * Evicts a visitor of a pair for datagrams that died inside, so that others may enter. A
     * completion that it had claimed is skipped first, for which its number must be known.
     */
    private void evictDeadVisitor() {
        long visitor = QpRecord.destContext(record);
        if (visitor == 0 || !device.dead(visitor)) {
            return;
        }
        latch.lock();
        try {
            if (!closed && ((SoftCq) init.recvCq()).hasNothing()) {
                worker.awaitVisitEnd(record);
                recvs.flushLost();
                QpRecord.releaseVisit(record, visitor);
            }
        } finally {
            latch.unlock();
        }
    }

    private static boolean overflown(Object cq) {
        return cq instanceof SoftCq queue && queue.overflown();
    }

    @Override
    public void fail() {
        latch.lock();
        try {
            if (!closed && state() != QpState.RESET && state() != QpState.ERR) {
                enterErrorAndFlush();
                device.self().event(AsyncEventType.QP_FATAL, index);
            }
        } finally {
            latch.unlock();
        }
    }

    @Override
    public void enterError() {
        QpRecord.state(record, QpState.ERR);
    }

    @Override
    public void enterErrorAndFlush() {
        if (broken) {
            return;
        }
        broken = true;
        QpRecord.state(record, QpState.ERR);
        sends.flush();
        worker.awaitVisitEnd(record);
        recvs.flush();
        recvs.reportLastWqe();
    }

    // States.

    @Override
    public void modify(QpAttributes attributes) {
        lockAll();
        try {
            QpState from = state();
            QpState to = attributes.has(QpAttributes.STATE) ? attributes.state() : from;
            QpRules.checkTransition(device, init.type(), from, to, attributes);
            current.update(attributes);
            enter(from, to, attributes);
        } finally {
            unlockAll();
        }
    }

    private void enter(QpState from, QpState to, QpAttributes attributes) {
        writeRecord(attributes);
        switch (to) {
            case RESET -> reset();
            case ERR -> enterErrorAndFlush();
            case RTR -> {
                sends.connect(current, current.port());
                move(from, to);
            }
            case RTS -> {
                sends.ready(current);
                move(from, to);
                schedule();
            }
            case SQD -> {
                draining = from != QpState.SQD;
                move(from, to);
                reportDrained();
            }
            default -> move(from, to);
        }
    }

    private void writeRecord(QpAttributes attributes) {
        if (attributes.has(QpAttributes.PORT)) {
            QpRecord.port(record, attributes.port());
        }
        if (attributes.has(QpAttributes.ACCESS)) {
            QpRecord.access(record, attributes.access());
        }
        if (attributes.has(QpAttributes.QKEY)) {
            QpRecord.qkey(record, attributes.qkey());
        }
        if (attributes.has(QpAttributes.MIN_RNR_TIMER)) {
            QpRecord.rnrTimer(record, attributes.minRnrTimer());
        }
        if (attributes.has(QpAttributes.MAX_DEST_RD_ATOMIC)) {
            QpRecord.maxDestRdAtomic(record, attributes.maxDestRdAtomic());
        }
        if (attributes.has(QpAttributes.DEST_QPN)) {
            long peer = current.destinationGid().interfaceId() >>> 8;
            QpRecord.connect(record, current.destinationQp(), peer, current.recvPsn());
        }
    }

    private void move(QpState from, QpState to) {
        if (!QpRecord.move(record, from, to)) {
            throw new VerbsException(
                    VerbsException.EINVAL, "queue pair " + number + " is in " + state());
        }
    }

    private void reset() {
        QpRecord.state(record, QpState.RESET);
        worker.awaitVisitEnd(record);
        Visit.clearReceive(record + QpRecord.VISIT);
        QpRecord.connect(record, 0, 0, 0);
        sends.reset();
        recvs.reset();
        broken = false;
        draining = false;
    }

    /** Reports once, in SQD, that no request is in flight. */
    private void reportDrained() {
        if (draining && !sends.inFlight()) {
            draining = false;
            device.self().event(AsyncEventType.SQ_DRAINED, index);
        }
    }

    @Override
    public QpAttributes query() {
        latch.lock();
        try {
            return new QpAttributes().update(current).state(state());
        } finally {
            latch.unlock();
        }
    }

    @Override
    public DataOrder dataOrder() {
        return device.config().delivery().scrambled() ? SCRAMBLED : ORDERED;
    }

    @Override
    public void close() {
        lockAll();
        try {
            if (closed) {
                return;
            }
            closed = true;
            QpRecord.number(record, 0);
            QpRecord.state(record, QpState.RESET);
            worker.awaitVisitEnd(record);
            Visit.clearReceive(record + QpRecord.VISIT);
        } finally {
            unlockAll();
        }
        worker.pending().remove(this);
        objects.qps().remove(index);
        free();
        forgetTarget(objects, init);
        QpRules.count(init, -1);
    }

    private void free() {
        sends.free();
        recvs.free();
        objects.qpTable().free(index);
    }

    @Override
    public String toString() {
        return "queue pair " + number + " of " + device;
    }
}
