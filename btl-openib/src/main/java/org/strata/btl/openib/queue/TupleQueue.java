package org.strata.btl.openib.queue;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.verbs.RecvWr;
import org.strata.verbs.SharedReceiveQueue;
import org.strata.verbs.VerbsException;
import org.strata.verbs.WcStatus;

/**
 * A queue: an XRC shared receive queue, and its receives from the post until the callback. When a
 * pair breaks while a message lands, the adapter returns the receive, out of its order; then all
 * receives are posted again to a new shared receive queue, whose number the sender learns when it
 * repairs the lane. A receive has room for its completion in the completion queue from the post
 * until a message has landed in it: also while no adapter has it, so that it can always be posted
 * again. Tier 1 from {@link #post} and {@link #onCompletion} down.
 *
 * <pre>
 * head       arrived          tail
 *  | to report | posted         |
 * </pre>
 */
final class TupleQueue extends Reporter implements ReceiveQueue {
    private final Arrivals arrivals;
    private final BtlEndpoint sender;
    private final int slot;
    private final int number;
    private final int depth;
    private final QueueBtl.ArrivalCallback callback;
    private final LandedReceive[] ring;

    /** Null when it is closed, or there was none to be had instead of one that broke. */
    private SharedReceiveQueue shared;

    /** What the requests' numbers end with: which shared receive queue this is. */
    private int sharedNumber;

    /** Positions in the ring; they wrap and are compared by their difference, at most the depth. */
    private int head;

    private int arrived;
    private int tail;

    /** The adapter has returned a receive unused: the others must not be consumed any more. */
    private boolean disordered;

    /** Number of the last message that has landed, modulo 2^31. */
    private int count;

    private boolean truncated;
    private boolean closed;

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
     * @param sender the only peer that sends to it
     * @param slot in the table of all queues
     * @param before number before the first message's
     */
    TupleQueue(
            Arrivals arrivals,
            BtlEndpoint sender,
            int slot,
            SharedReceiveQueue shared,
            int depth,
            int before,
            QueueBtl.ArrivalCallback callback) {
        this.arrivals = arrivals;
        this.sender = sender;
        this.slot = slot;
        this.shared = shared;
        this.sharedNumber = arrivals.newShared();
        this.number = shared.number();
        this.depth = depth;
        this.count = before;
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

    BtlEndpoint sender() {
        return sender;
    }

    @Override
    public int number() {
        return number;
    }

    /** Returns the number of the shared receive queue that it has now. */
    int sharedNumber() {
        return sharedNumber;
    }

    // ---- receives

    @Override
    public int post(long address, long length, Registration registration, Object context) {
        if (closed || tail - head == depth || !arrivals.hasRoom()) {
            return Rc.NO_RESOURCE;
        }
        LandedReceive place = at(tail);
        place.address = address;
        place.length = (int) length;
        place.key = length == 0 ? 0 : arrivals.link().localKey(registration);
        place.context = context;
        if (!disordered && !post(tail)) {
            place.context = null;
            return Rc.NO_RESOURCE;
        }
        tail++;
        arrivals.onPosted(1);
        return Rc.OK;
    }

    private boolean post(int position) {
        LandedReceive place = at(position);
        RecvWr request = arrivals.receive();
        request.wrId(Arrivals.receiveId(slot, sharedNumber)).next(null);
        if (place.length == 0) {
            request.sgeCount(0);
        } else {
            request.sge(place.address, place.length, place.key);
        }
        return shared.post(request) == Rc.OK;
    }

    /**
     * A receive is over: its message has landed, or its pair broke.
     *
     * @param from the number of the shared receive queue that had it
     */
    void onCompletion(int from, int status, int immediate, int bytes) {
        if (closed || from != sharedNumber) {
            return;
        }
        if (status == WcStatus.SUCCESS) {
            land(immediate, bytes, Rc.OK);
        } else if (status == WcStatus.LOC_LEN_ERR) {
            land(0, 0, Rc.TRUNCATED);
        } else {
            disordered = true;
        }
    }

    private void land(int immediate, int bytes, int rc) {
        arrivals.onPosted(-1);
        LandedReceive place = at(arrived++);
        place.immediate = immediate;
        place.bytes = bytes;
        place.rc = rc;
        count = count + 1 & QueueBtl.NUMBER_MASK;
        truncated = rc == Rc.TRUNCATED;
        arrivals.list(this);
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
     *
     * @throws VerbsException when there is no new shared receive queue now
     */
    QueueState state() {
        if (disordered && !closed) {
            renew();
        }
        int present = closed ? 0 : shared.number();
        return new QueueState(number, present, count, true, !closed, truncated);
    }

    /**
     * Posts all receives in their order to a new shared receive queue. The number of the former one
     * may be another queue's at once: the only sender posts to this queue on the lane that is being
     * repaired, and learns the new number before it posts again.
     */
    private void renew() {
        closeShared();
        shared = arrivals.createShared(depth);
        sharedNumber = arrivals.newShared();
        for (int i = arrived; i != tail; i++) {
            if (!post(i)) {
                closeShared();
                throw new VerbsException(
                        VerbsException.ENOMEM, "a new receive queue takes no receives");
            }
        }
        disordered = false;
        arrivals.link().trace("queue " + number + " is now number " + shared.number());
    }

    private void closeShared() {
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }

    // ---- the end

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        closeShared();
        arrivals.onPosted(arrived - tail);
        for (int i = arrived; i != tail; i++) {
            at(i).context = null;
        }
        tail = arrived;
    }

    @Override
    public void release() {
        close();
        arrivals.release(this);
    }
}
