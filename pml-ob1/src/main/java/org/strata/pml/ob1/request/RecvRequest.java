package org.strata.pml.ob1.request;

import org.strata.mca.pml.CommContext;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieSlot;
import org.strata.pml.base.match.PostedReceive;
import org.strata.pml.ob1.wire.Ob1Endpoint;
import org.strata.pml.ob1.wire.Waiter;

/** A receive. What happens to it is reported to its {@link RecvSink}. Pooled. */
public final class RecvRequest extends PostedReceive implements CookieHolder, Waiter {
    /** Where a receive is. */
    public enum State {
        /** Not started, or over. */
        INACTIVE,
        /** Waits in the matching queues. */
        POSTED,
        /** Matched; data are on their way as fragments. */
        RECEIVING,
        /** Matched; data move by RDMA, and perhaps as fragments too. */
        MOVING
    }

    /** Bytes the user's buffer holds. */
    public long capacity;

    /** Bytes of the message that this side wants: the message's or the buffer's, the smaller. */
    public long expected;

    /** Bytes of the message that have come. */
    public long received;

    /** The sender's process, once a rendezvous has matched. */
    public Ob1Endpoint endpoint;

    /** The sender's cookie, once a rendezvous has matched. */
    public long senderCookie;

    /** What moves by RDMA, or null. */
    public RdmaTransfer transfer;

    private final RecvSink sink;
    private final RequestPools pools;
    private State state = State.INACTIVE;
    private final CookieSlot cookieSlot = new CookieSlot();
    private boolean queued;
    RecvRequest nextFree;

    /**
     * @param sink learns what happens to the request
     * @param pools where it goes when it is free
     */
    RecvRequest(RecvSink sink, RequestPools pools) {
        this.sink = sink;
        this.pools = pools;
    }

    /** Begins a receive. */
    public void begin(Buf user, CommContext context, int from, int tag) {
        begin(user, context);
        wantedSource = from;
        wantedTag = tag;
        capacity = user.size();
        received = 0;
        expected = 0;
    }

    /** Returns where the receive is. */
    public State state() {
        return state;
    }

    /** Goes to another state. */
    public void transition(State to) {
        state = to;
    }

    /** Completes with what has been received. */
    public void complete(int rc) {
        bytes = Math.min(received, expected);
        error = rc;
        transition(State.INACTIVE);
        sink.onEnd(this);
        finish();
    }

    /** Ends with a failure, once nothing is being read any more. */
    @Override
    public void fail(int rc) {
        if (transfer != null && transfer.reads && transfer.outstanding() > 0) {
            transfer.failure = rc;
            transfer.todo.clear();
        } else {
            complete(rc);
        }
    }

    @Override
    public void cancel() {
        if (state == State.POSTED && withdraw()) {
            cancelled = true;
            received = 0;
            expected = 0;
            complete(Rc.OK);
        }
    }

    @Override
    public boolean retry() {
        return sink.retry(this);
    }

    @Override
    public boolean queued() {
        return queued;
    }

    @Override
    public void setQueued(boolean newQueued) {
        queued = newQueued;
    }

    @Override
    public CookieSlot cookieSlot() {
        return cookieSlot;
    }

    @Override
    protected void recycle() {
        endpoint = null;
        pools.free(this);
    }
}
