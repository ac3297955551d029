package org.strata.btl.openib.queue;

import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.WcStatus;

/**
 * A queue: an XRC shared receive queue, and its receives from the post until the callback. When a
 * pair breaks while a message lands, the adapter returns the receive, out of its order; then all
 * receives are posted again to a new shared receive queue, whose number the sender learns when it
 * repairs the lane. Tier 1 from {@link #post} and {@link #onCompletion} down.
 *
 * <pre>
 * head       arrived          tail
 *  | to report | posted         |
 * </pre>
 */
final class TupleQueue extends Reporter implements ReceiveQueue {
    private final TupleQueues queues;
    private final PeerLanes peer;
    private final int slot;
    private final int number;
    private final int depth;
    private final QueueBtl.ArrivalCallback callback;
    private final LandedReceive[] ring;
    private SharedReceiveQueue shared;
    private int head;
    private int arrived;
    private int tail;

    /** Receives that the adapter has. */
    private int posted;

    /** The adapter has returned a receive unused. */
    private boolean disordered;

    /** Messages that have landed, modulo 2^31. */
    private int count;

    private boolean truncated;
    private boolean closed;
    private boolean renewed;

    /** A receive: what was posted, then what has landed. A place in the ring. */
    private static final class LandedReceive {
        long address;
        int length;
        int key;
        Object context;
        int immediate;
        long bytes;
        int rc;
    }

    /**
     * @param slot in the table of all queues
     */
    TupleQueue(
            PeerLanes peer,
            int slot,
            SharedReceiveQueue shared,
            int depth,
            QueueBtl.ArrivalCallback callback) {
        this.queues = peer.queues();
        this.peer = peer;
        this.slot = slot;
        this.shared = shared;
        this.number = shared.number();
        this.depth = depth;
        this.callback = callback;
        int places = depth <= 1 ? 1 : Integer.highestOneBit(depth - 1) << 1;
        ring = new LandedReceive[places];
        for (int i = 0; i < places; i++) {
            ring[i] = new LandedReceive();
        }
    }

    private LandedReceive at(int position) {
        return ring[position & (ring.length - 1)];
    }

    int slot() {
        return slot;
    }

    PeerLanes peer() {
        return peer;
    }

    @Override
    public int number() {
        return number;
    }

    // ---- receives

    @Override
    public int post(long address, long length, Registration registration, Object context) {
        if (closed || tail - head == depth || !queues.hasRoom()) {
            return Rc.NO_RESOURCE;
        }
        LandedReceive place = at(tail);
        place.address = address;
        place.length = (int) length;
        place.key = length == 0 ? 0 : queues.link().localKey(registration);
        place.context = context;
        if (!disordered && !post(tail)) {
            place.context = null;
            return Rc.NO_RESOURCE;
        }
        tail++;
        return Rc.OK;
    }

    private boolean post(int position) {
        LandedReceive place = at(position);
        RecvWr request = queues.receive();
        request.wrId(TupleQueues.receiveId(slot, position)).next(null);
        if (place.length == 0) {
            request.sgeCount(0);
        } else {
            request.sge(place.address, place.length, place.key);
        }
        if (shared.post(request) != Rc.OK) {
            return false;
        }
        posted++;
        queues.onPosted(1);
        return true;
    }

    /** A receive is over: its message has landed, or its pair broke. */
    void onCompletion(int status, int immediate, int bytes) {
        if (closed) {
            return;
        }
        posted--;
        queues.onPosted(-1);
        if (status == WcStatus.SUCCESS) {
            land(immediate, bytes, Rc.OK);
        } else if (status == WcStatus.LOC_LEN_ERR) {
            land(0, 0, Rc.TRUNCATED);
        } else {
            disordered = true;
        }
    }

    private void land(int immediate, int bytes, int rc) {
        LandedReceive place = at(arrived++);
        place.immediate = immediate;
        place.bytes = bytes;
        place.rc = rc;
        count = count + 1 & QueueBtl.NUMBER_MASK;
        truncated = rc == Rc.TRUNCATED;
        queues.list(this);
    }

    @Override
    int report() {
        int until = arrived;
        int reported = 0;
        for (; head != until; reported++) {
            LandedReceive place = at(head);
            Object context = place.context;
            int immediate = place.immediate;
            long bytes = place.bytes;
            int rc = place.rc;
            place.context = null;
            head++;
            callback.onArrival(this, context, immediate, bytes, rc);
        }
        return reported;
    }

    // ---- repair

    /**
     * Returns how many messages have landed, and where the next ones go. The sender's lane is
     * broken, and all completions have been polled.
     */
    QueueState state() {
        if (disordered && !closed) {
            renew();
        }
        int present = closed ? 0 : shared.number();
        return new QueueState(number, present, count, !closed, truncated);
    }

    /** Posts all receives in their order to a new shared receive queue. */
    private void renew() {
        SharedReceiveQueue old = shared;
        shared = queues.createShared(depth);
        old.close();
        queues.onPosted(-posted);
        posted = 0;
        disordered = false;
        for (int i = arrived; i != tail; i++) {
            if (!post(i)) {
                throw new IllegalStateException("a new receive queue is full");
            }
        }
        renewed = true;
        queues.reserve(this, shared.number());
    }

    /** Returns whether a peer knows it by a number that the adapter has given back. */
    boolean isRenewed() {
        return renewed;
    }

    // ---- the end

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        shared.close();
        queues.onPosted(-posted);
        posted = 0;
        for (int i = arrived; i != tail; i++) {
            at(i).context = null;
        }
        tail = arrived;
    }

    @Override
    public void release() {
        close();
        queues.release(this);
    }
}
