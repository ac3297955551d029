package org.strata.btl.openib.queue;

import org.strata.btl.openib.connect.ConnectionMessage;
import org.strata.btl.openib.connect.ConnectionState;
import org.strata.btl.openib.connect.QueueOffer;
import org.strata.mca.btl.QueueBtl;
import org.strata.opal.Rc;
import org.strata.verbs.QpInit;
import org.strata.verbs.SendFlags;
import org.strata.verbs.SendWr;
import org.strata.verbs.WcStatus;
import org.strata.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A lane to a peer: an XRC initiator and the messages that are not over. Messages stay in the ring
 * until their results are known. After a break the next REQUEST names the queues of those that were
 * posted, and the REPLY names how many have landed in each: these are over, the others are posted
 * again in their order, or returned where their queue is closed. Tier 1 from {@link #send} down.
 *
 * <pre>
 * head          over                  posted              tail
 *  | result known | posted, not known   | not posted        |
 * </pre>
 */
final class QueueLane extends LaneEnd implements LaneSends.Lane {
    /** Messages that are not over; so many queues at most are named in one REQUEST. */
    static final int DEPTH = 64;

    private static final int FLAGS = SendFlags.SIGNALED | SendFlags.SOLICITED;

    private final LaneSend[] ring = new LaneSend[DEPTH];
    private final LaneSends sends;
    private final MovedQueues moved;
    private final int slot;
    private int head;
    private int over;
    private int posted;
    private int tail;

    /** Requests of the present queue pair whose completion has not come. */
    private int inFlight;

    /** What request numbers begin with; differs for each queue pair. */
    private long owner;

    /** Queue pairs that it has had; wraps. */
    private int pairs;

    private boolean ready;

    /**
     * @param moved the present numbers of the peer's queues
     */
    QueueLane(LaneParts parts, LanePeer peer, MovedQueues moved, int index) {
        super(parts, peer, index + 1);
        this.moved = moved;
        sends = parts.sends;
        slot = sends.add(this);
        for (int i = 0; i < DEPTH; i++) {
            ring[i] = new LaneSend();
        }
    }

    private LaneSend at(int position) {
        return ring[position & (DEPTH - 1)];
    }

    // ---- sending

    /** Sends a message now, or when the lane is connected. */
    int send(
            int queue,
            int immediate,
            long address,
            long length,
            int key,
            QueueBtl.SentCallback callback,
            Object context) {
        if (tail - head == DEPTH) {
            return Rc.NO_RESOURCE;
        }
        LaneSend message = at(tail);
        message.queue = queue;
        message.immediate = immediate;
        message.address = address;
        message.length = length;
        message.key = key;
        message.callback = callback;
        message.context = context;
        message.over = false;
        tail++;
        use();
        if (!ready || posted != tail - 1 || !post(message)) {
            schedule();
        }
        return Rc.OK;
    }

    /** Posts the next message; false when the queue pair refuses it. */
    private boolean post(LaneSend message) {
        SendWr request = sends.request();
        int flags = message.length <= sends.maxInline() ? FLAGS | SendFlags.INLINE : FLAGS;
        request.wrId(LaneSends.sendId(owner, posted))
                .operation(WrOpcode.SEND_WITH_IMM, flags)
                .immediate(message.immediate)
                .xrcSrq(moved.present(message.queue));
        if (message.length == 0) {
            request.sgeCount(0);
        } else {
            request.sge(message.address, (int) message.length, message.key);
        }
        int rc = pair.postSend(request);
        if (rc == Rc.OK) {
            posted++;
            inFlight++;
            sends.underWay(1);
            return true;
        }
        ready = false;
        onBreak("a queue pair takes no requests", true);
        return false;
    }

    /** Returns whether every message is in the adapter, or over. */
    boolean departed() {
        return posted == tail;
    }

    private void postAll() {
        while (ready && posted != tail) {
            LaneSend message = at(posted);
            if (message.over) {
                posted++;
            } else if (!post(message)) {
                return;
            }
        }
    }

    // ---- results

    @Override
    public void onCompletion(long from, int position, int status) {
        if (from != owner || pair == null) {
            return;
        }
        inFlight--;
        sends.underWay(-1);
        if (status == WcStatus.SUCCESS) {
            at(position).end(Rc.OK);
            advance();
            return;
        }
        ready = false;
        // A pair that the adapter breaks returns its requests before the event; what breaks it on
        // this side has called onBreak before.
        boolean involuntary = status != WcStatus.REM_INV_REQ_ERR;
        onBreak("a send ended in " + WcStatus.name(status), involuntary);
        schedule();
    }

    private void advance() {
        while (over != tail && at(over).over) {
            over++;
        }
        if (posted - over < 0) {
            posted = over;
        }
        if (over != head) {
            parts.callbacks.list(this);
        }
    }

    @Override
    int report() {
        int until = over;
        int count = 0;
        for (; head != until; count++) {
            LaneSend message = at(head);
            QueueBtl.SentCallback callback = message.callback;
            Object context = message.context;
            int rc = message.rc;
            message.callback = null;
            message.context = null;
            head++;
            callback.onSent(peer.endpoint(), context, rc);
        }
        return count;
    }

    /** Ends every message whose result is not known. */
    void fail(int rc) {
        for (int i = over; i != tail; i++) {
            at(i).end(rc);
        }
        advance();
    }

    /** Returns whether everything is over and reported. */
    boolean isFlushed() {
        return head == tail;
    }

    // ---- repair

    /** Breaks the lane if messages are under way: those to closed queues come back. */
    void recall() {
        boolean open =
                switch (connection.state()) {
                    case CONNECT_ACK, WAITING_ACK, CONNECTED -> true;
                    case CLOSED, CONNECTING, CLOSING, FAILED -> false;
                };
        if (open && over != posted) {
            onBreak("messages are recalled", false);
        }
    }

    @Override
    public List<QueueOffer> offer() {
        Set<Integer> named = new LinkedHashSet<>();
        for (int i = over; i != posted; i++) {
            if (!at(i).over) {
                named.add(at(i).queue);
            }
        }
        List<QueueOffer> all = new ArrayList<>();
        all.add(pairOffer());
        named.forEach(queue -> all.add(QueueState.question(queue)));
        return all;
    }

    @Override
    public boolean establish(ConnectionMessage theirs) {
        if (!connect(theirs)) {
            return false;
        }
        for (QueueOffer offer : theirs.queues().subList(1, theirs.queues().size())) {
            QueueState state = QueueState.of(offer);
            moved.renumber(state.queue(), state.present());
            settle(state);
        }
        advance();
        posted = over;
        return true;
    }

    /** Ends the messages to one queue that have landed, or never will. */
    private void settle(QueueState state) {
        for (int i = over; i != posted; i++) {
            LaneSend message = at(i);
            if (message.over || message.queue != state.queue()) {
                continue;
            }
            if (state.landed(message.number())) {
                boolean cut = state.truncated() && state.isLast(message.number());
                message.end(cut ? Rc.TRUNCATED : Rc.OK);
            } else if (!state.open()) {
                message.end(QueueBtl.SentCallback.RETURNED);
            }
        }
    }

    // ---- the connection's host

    @Override
    public Grant takeQueuePairs(boolean asked) {
        return link.take(this, asked);
    }

    @Override
    public void openPairs() {
        sends.reserve(DEPTH);
        try {
            pair =
                    link.createPair(
                            QpInit.xrcSend(link.domain(), sends.queue(), DEPTH, sends.maxInline()));
        } catch (RuntimeException e) {
            sends.reserve(-DEPTH);
            throw e;
        }
        owner = LaneSends.owner(slot, ++pairs);
        inFlight = 0;
        forgetBreak();
    }

    @Override
    public void connected() {
        ready = !isBreaking();
        postAll();
        schedule();
    }

    @Override
    public boolean drained() {
        return inFlight == 0;
    }

    @Override
    public void release() {
        ready = false;
        if (pair != null) {
            sends.reserve(-DEPTH);
        }
        sends.underWay(-inFlight);
        inFlight = 0;
        closePair();
    }

    @Override
    public boolean hasWork() {
        return over != tail;
    }

    @Override
    public boolean isSpare() {
        return over == tail;
    }

    @Override
    public void trace(ConnectionState from, ConnectionState to, String why) {
        super.trace(from, to, why);
        if (to != ConnectionState.CONNECTED) {
            ready = false;
        }
        if (to == ConnectionState.CLOSING && inFlight > 0) {
            // A message may wait for its receive for ever: it comes back, and is sent again.
            abort();
        }
    }

    @Override
    public int service() {
        int events = super.service();
        postAll();
        return events;
    }

    @Override
    public boolean needsService() {
        return super.needsService() || (ready && posted != tail);
    }
}
