package org.strata.verbs.soft;

import org.strata.verbs.QpAttributes;
import org.strata.verbs.QpInit;
import org.strata.verbs.QpState;
import org.strata.verbs.QpType;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WcOpcode;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WrOpcode;
import org.strata.verbs.soft.segment.CqRing;
import org.strata.verbs.soft.segment.Latch;
import org.strata.verbs.soft.segment.QpRecord;
import org.strata.verbs.soft.segment.Site;

/**
 * The sending side of a pair: executes requests in order, retries, completes. Called under the
 * pair's latch, but for {@link #add}, which needs the latch for posting only. Tier 1.
 */
final class SendSide {
    /** Posts between two checks of the peers, since writes to a dead peer's memory succeed. */
    private static final int TICK_MASK = (1 << 8) - 1;

    /** Length of a request that makes no completion when it succeeds. */
    private static final int UNSIGNALLED = -1;

    private final SoftDevice device;
    private final PairErrors errors;
    private final long record;
    private final int number;
    private final int cq;
    private final int maxSge;
    private final int maxInline;
    private final boolean signalAll;
    private final FaultPlan faults;
    private final boolean faultless;
    private final boolean inline;
    private final boolean datagrams;

    /** Whether {@link #write} may execute requests. */
    private final boolean direct;

    private final SoftSendQueue queue;
    private final Requester requester;
    private final Retry retry = new Retry();
    private final DelayedCompletions delayed = new DelayedCompletions();

    /** Whether the request at the head is in flight. */
    private boolean begun;

    private int failure;
    private int posts;
    private boolean failsAfterDelivery;

    /**
     * @param pd number of the pair's protection domain; 0 for none
     * @param cq index of its completion queue
     */
    SendSide(
            SoftDevice device,
            PairErrors errors,
            QpInit init,
            int number,
            long record,
            int pd,
            int cq) {
        this.device = device;
        this.errors = errors;
        this.number = number;
        this.record = record;
        this.cq = cq;
        maxSge = init.maxSendSge();
        maxInline = init.maxInline();
        signalAll = init.signalAll();
        faults = device.fabric().faults();
        faultless = faults == FaultPlan.NONE;
        inline = device.inline();
        boolean ordered = !device.config().delivery().scrambled();
        direct = inline && faultless && ordered && !signalAll && init.type() == QpType.RC;
        queue = new SoftSendQueue(device.segment(), init.maxSendWr(), maxSge, maxInline);
        datagrams = init.type() == QpType.UD;
        requester =
                datagrams
                        ? new DatagramRequester(device, number, pd, init)
                        : new Requester(device, number, pd, init.type());
    }

    boolean allocated() {
        return queue.allocated() && requester.allocated();
    }

    void free() {
        queue.free();
        requester.free();
    }

    void connect(QpAttributes path, int port) {
        long destination = path.destinationGid().interfaceId();
        requester.connect(destination >>> 8, (int) destination & 0xff, path.destinationQp(), port);
    }

    void ready(QpAttributes attributes) {
        requester.ready(attributes.sendPsn(), attributes.maxRdAtomic());
        retry.configure(attributes.timeout(), attributes.retry(), attributes.rnrRetry());
    }

    /** Returns whether no request and no completion waits. */
    boolean isIdle() {
        return queue.isEmpty() && delayed.isEmpty();
    }

    /** Returns whether a request is in flight. */
    boolean inFlight() {
        return begun;
    }

    /**
     * Waits until no request is executed, or the executed one is known not to use a key of this
     * device.
     *
     * @param key that the caller has made invalid; 0 for any key
     */
    void awaitExecution(Latch latch, int key) {
        int spins = 0;
        while (!latch.tryLock()) {
            if (requester.usesOnlyOther(key)) {
                return;
            }
            Latch.pause(++spins);
        }
        latch.unlock();
    }

    /** Queues a request; returns false when the queue is full. */
    boolean add(long wr) {
        return queue.add(wr);
    }

    /**
     * Returns whether the posting thread executes a request itself, when no earlier one waits: in
     * inline mode every request, else a short one, which costs less than to wake the engine.
     */
    boolean executesNow(long wr, QpState state) {
        return faultless
                && state == QpState.RTS
                && queue.isEmpty()
                && (inline || Requester.length(wr) <= SoftLimits.SHORT);
    }

    /** Executes a request that {@link #executesNow} accepts. */
    void execute(long wr) {
        if ((++posts & TICK_MASK) == 0) {
            device.tick();
        }
        requester.startRequest();
        int result = requester.execute(wr);
        if (result >= 0) {
            finish(SendWr.wrIdAt(wr), SendWr.opcodeAt(wr), reported(wr), result);
            return;
        }
        queue.add(wr);
        begun = true;
        retry.start();
        postpone(result, device.now());
    }

    /** Returns whether {@link #write} may be called. */
    boolean direct() {
        return direct;
    }

    /**
     * Executes an RDMA write of one element at once, where nothing unusual is met.
     *
     * @return false, with no effect, when it must be posted as any other request
     */
    boolean write(long wrId, int flags, long source, int length, int lkey, long remote, int rkey) {
        if ((++posts & TICK_MASK) == 0) {
            device.tick();
        }
        boolean inMemory = (flags & SendFlags.INLINE) == 0;
        boolean usual =
                QpRecord.isReadyToSend(record)
                        && queue.isEmpty()
                        && (inMemory
                                ? requester.mayRead(lkey, source, length)
                                : length <= maxInline);
        if (!usual || !requester.write(source, length, remote, rkey)) {
            return false;
        }
        if ((flags & SendFlags.SIGNALED) != 0) {
            deliver(wrId, WcStatus.SUCCESS, WcOpcode.RDMA_WRITE, length);
        }
        return true;
    }

    /** Completes a request of a pair in ERR as flushed. */
    void reject(long wr) {
        complete(SendWr.wrIdAt(wr), SendWr.opcodeAt(wr), 0, WcStatus.WR_FLUSH_ERR);
    }

    /** Returns whether a request is valid on this pair. */
    boolean valid(long wr) {
        int opcode = SendWr.opcodeAt(wr);
        int count = SendWr.sgeCountAt(wr);
        if (opcode < 0 || opcode > WrOpcode.ATOMIC_FETCH_AND_ADD || count < 0 || count > maxSge) {
            return false;
        }
        if (datagrams && opcode != WrOpcode.SEND && opcode != WrOpcode.SEND_WITH_IMM) {
            return false;
        }
        boolean inline = (SendWr.flagsAt(wr) & SendFlags.INLINE) != 0;
        return !inline || (opcode < WrOpcode.RDMA_READ && Requester.length(wr) <= maxInline);
    }

    /**
     * Executes requests until one must wait; returns when to run again, or {@link
     * ExecutingPair#IDLE}.
     */
    long run(long now) {
        deliverDue(now);
        while (!queue.isEmpty()) {
            QpState state = QpRecord.state(record);
            if (state != QpState.RTS && !(state == QpState.SQD && begun)) {
                return delayed.due();
            }
            if (!begun) {
                begin(now);
            }
            if (now < retry.notBefore()) {
                return Math.min(retry.notBefore(), delayed.due());
            }
            int result = attempt(queue.first());
            if (result < 0) {
                if (!postpone(result, now)) {
                    return Math.min(retry.notBefore(), delayed.due());
                }
            } else {
                finishFirst(result);
            }
        }
        return delayed.due();
    }

    private void begin(long now) {
        if (datagrams && !faultless && faults.overtaken(device.number(), number)) {
            overtake();
        }
        begun = true;
        retry.start();
        requester.startRequest();
        if (!faultless) {
            int opcode = SendWr.opcodeAt(queue.first());
            long delay = faults.executionDelay(device.number(), number, opcode);
            failure = faults.failure(device.number(), number, opcode);
            failsAfterDelivery =
                    failure != WcStatus.SUCCESS
                            && faults.failsAfterDelivery(device.number(), number);
            if (delay > 0) {
                retry.delay(now + delay);
            }
        }
    }

    /** Has the next request, if there is one, precede the first. */
    private void overtake() {
        if (queue.add(queue.first())) {
            queue.removeFirst();
        }
    }

    private int attempt(long wr) {
        if (faultless) {
            return requester.execute(wr);
        }
        if (datagrams) {
            return attemptDatagram(wr);
        }
        if (failure != WcStatus.SUCCESS && !failsAfterDelivery) {
            return failure;
        }
        if (faults.lost(device.number(), number)) {
            return Outcome.NO_ANSWER;
        }
        if (needsReceive(wr) && faults.notReady(device.number(), number)) {
            return Outcome.NOT_READY;
        }
        int result = requester.execute(wr);
        return result == WcStatus.SUCCESS ? failure : result;
    }

    /** Sends a datagram once, or not at all, or twice: nobody acknowledges it. */
    private int attemptDatagram(long wr) {
        if (failure != WcStatus.SUCCESS) {
            return failure;
        }
        if (faults.lost(device.number(), number)) {
            return WcStatus.SUCCESS;
        }
        int result = requester.execute(wr);
        if (result == WcStatus.SUCCESS && faults.repeated(device.number(), number)) {
            requester.startRequest();
            return Outcome.AGAIN;
        }
        return result;
    }

    private static boolean needsReceive(long wr) {
        int opcode = SendWr.opcodeAt(wr);
        return opcode >= WrOpcode.RDMA_WRITE_WITH_IMM && opcode <= WrOpcode.SEND_WITH_IMM;
    }

    /** Schedules a retry; returns true when there is none, because the request has failed. */
    private boolean postpone(int result, long now) {
        checkPeer(result);
        if (result == Outcome.NOT_READY) {
            device.countNotReady();
        }
        int status = retry.postpone(result, requester.rnrTimer(), now);
        if (status == WcStatus.SUCCESS) {
            return false;
        }
        finishFirst(status);
        return true;
    }

    /**
     * Checks whether the peer lives: one that is not ready may be dead, since its memory outlives
     * it.
     */
    private void checkPeer(int result) {
        Site peer = result == Outcome.NOT_READY ? requester.peer() : null;
        if (peer != null) {
            device.tick();
        }
    }

    /**
     * Finishes the oldest request. Its slot is freed before the completion is delivered, since a
     * thread that sees the completion may post into the slot at once.
     */
    private void finishFirst(int status) {
        long first = queue.first();
        long wrId = SendWr.wrIdAt(first);
        int opcode = SendWr.opcodeAt(first);
        int length = reported(first);
        queue.removeFirst();
        begun = false;
        finish(wrId, opcode, length, status);
    }

    /** Returns the bytes that a request's completion reports, or UNSIGNALLED. */
    private int reported(long wr) {
        boolean signalled = signalAll || (SendWr.flagsAt(wr) & SendFlags.SIGNALED) != 0;
        return signalled ? (int) Requester.length(wr) : UNSIGNALLED;
    }

    private void finish(long wrId, int opcode, int length, int status) {
        if (status != WcStatus.SUCCESS) {
            errors.enterError();
            complete(wrId, opcode, 0, status);
            errors.enterErrorAndFlush();
        } else if (length != UNSIGNALLED) {
            complete(wrId, opcode, length, status);
        }
    }

    private void complete(long wrId, int operation, int length, int status) {
        int opcode = wcOpcode(operation);
        if (faultless) {
            deliver(wrId, status, opcode, length);
            return;
        }
        long now = device.now();
        long delay = faults.completionDelay(device.number(), number, operation);
        delayed.add(new DelayedCompletions.Delayed(now + delay, wrId, status, opcode, length));
        deliverDue(now);
    }

    private void deliverDue(long now) {
        DelayedCompletions.Delayed next;
        while ((next = delayed.pollDue(now)) != null) {
            deliver(next.wrId(), next.status(), next.opcode(), next.byteLength());
        }
    }

    private void deliver(long wrId, int status, int opcode, int length) {
        device.self().complete(cq, CqRing.OWNER, number, false, wrId, status, opcode, length, 0, 0);
    }

    private static int wcOpcode(int opcode) {
        return switch (opcode) {
            case WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM -> WcOpcode.RDMA_WRITE;
            case WrOpcode.RDMA_READ -> WcOpcode.RDMA_READ;
            case WrOpcode.ATOMIC_CMP_AND_SWP -> WcOpcode.COMP_SWAP;
            case WrOpcode.ATOMIC_FETCH_AND_ADD -> WcOpcode.FETCH_ADD;
            default -> WcOpcode.SEND;
        };
    }

    /** Completes all waiting requests as flushed. */
    void flush() {
        begun = false;
        requester.startRequest();
        while (!queue.isEmpty()) {
            long first = queue.first();
            long wrId = SendWr.wrIdAt(first);
            int opcode = SendWr.opcodeAt(first);
            queue.removeFirst();
            complete(wrId, opcode, 0, WcStatus.WR_FLUSH_ERR);
        }
    }

    /** Drops all requests and delayed completions. */
    void reset() {
        begun = false;
        queue.clear();
        delayed.clear();
        requester.startRequest();
    }
}
