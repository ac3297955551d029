package org.strata.pml.ob1.request;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.MessageWaits;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieSlot;
import org.strata.pml.base.match.PostedReceive;
import org.strata.pml.ob1.protocol.ReadOrCopy;
import org.strata.pml.ob1.wire.Ob1Endpoint;
import org.strata.pml.ob1.wire.Waiter;

/** A receive; a {@link Sink} handles its events. Pooled. */
public final class RecvRequest extends PostedReceive implements CookieHolder, Waiter {
    /** States of a receive. */
    public enum State {
        /** Not started, or complete. */
        INACTIVE,
        /** Waits in the matching queues. */
        POSTED,
        /** Matched; fragments are awaited. */
        RECEIVING,
        /** Matched; RDMA moves the data, and perhaps fragments some of them. */
        MOVING
    }

    /** Bytes the user's buffer holds. */
    public long capacity;

    /** Bytes to receive of a long message: its length or the buffer's, the smaller. */
    public long expected;

    /** Bytes of a long message that have arrived. */
    public long received;

    /** The sender's process, once a rendezvous has matched. */
    public Ob1Endpoint endpoint;

    /** The sender's cookie, once a rendezvous has matched. */
    public long senderCookie;

    /** The transfer by RDMA, or null. */
    public RdmaTransfer transfer;

    /** How the message moves, if that is timed and not a read; else null. */
    public ReadOrCopy.Way timed;

    private final Sink sink;
    private final Pool pool;
    private State state = State.INACTIVE;
    private final CookieSlot cookieSlot = new CookieSlot();
    private boolean queued;
    private RecvRequest nextFree;

    /** Handles the events of receives: the layer above. */
    public interface Sink {
        /** Tries again what found no resource; returns false when it is still missing. */
        boolean retry(RecvRequest request);

        /**
         * A request has ended: releases its resources. Called before the request completes for its
         * owner; not for one that {@link RecvRequest#completeAtOnce} ends, which has none.
         */
        void onEnd(RecvRequest request);
    }

    /** The free receives of a rank. Tier 1. */
    static final class Pool {
        private RecvRequest first;

        /**
         * Makes a receive and keeps it for the first {@link #acquire}.
         *
         * @param sink handles its events
         */
        void prepare(Sink sink) {
            release(new RecvRequest(sink, this));
        }

        /**
         * Returns a free receive.
         *
         * @param sink handles the events of one that has to be made
         */
        RecvRequest acquire(Sink sink) {
            RecvRequest request = first;
            if (request == null) {
                return new RecvRequest(sink, this);
            }
            first = request.nextFree;
            return request;
        }

        private void release(RecvRequest request) {
            request.nextFree = first;
            first = request;
        }
    }

    private RecvRequest(Sink sink, Pool pool) {
        this.sink = sink;
        this.pool = pool;
    }

    /** Begins a receive. */
    public void begin(Buf user, CommContext context, int from, int tag) {
        buf.set(user);
        begin(context, from, tag, user.size());
    }

    /** Begins a receive into memory for some bytes, which {@link #buf} names by now. */
    public void begin(CommContext context, int from, int tag, long bytes) {
        begin(context);
        wantedSource = from;
        wantedTag = tag;
        capacity = bytes;
        received = 0;
        expected = 0;
    }

    /** Returns the state. */
    public State state() {
        return state;
    }

    /** Goes to another state. */
    public void transition(State to) {
        state = to;
    }

    /** Completes with the bytes that have been received. */
    public void complete(int rc) {
        bytes = Math.min(received, expected);
        error = rc;
        transition(State.INACTIVE);
        sink.onEnd(this);
        finish();
    }

    /**
     * Completes with a message that came in one packet: the receive has no transfer, no cookie and
     * no time to note, so its sink is not called. The caller counts the message.
     */
    public void completeAtOnce(long stored, int rc) {
        bytes = stored;
        error = rc;
        transition(State.INACTIVE);
        finish();
    }

    /** Completes with a failure: now, or when the last read under way has ended. */
    @Override
    public void fail(int rc) {
        if (transfer != null && transfer.reading() > 0) {
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
    public WaitState waitState() {
        if (state == State.RECEIVING || state == State.MOVING) {
            String how = state == State.MOVING ? "RDMA" : received + " have arrived";
            return MessageWaits.transfer(comm(), "of", source, tag, expected, how);
        }
        return super.waitState();
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
        pool.release(this);
    }
}
