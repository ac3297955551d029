package org.strata.pml.ob1.request;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.pml.base.CookieHolder;
import org.strata.pml.base.CookieSlot;
import org.strata.pml.base.match.MatchPeer;
import org.strata.pml.ob1.protocol.Protocol;
import org.strata.pml.ob1.wire.Ob1Endpoint;
import org.strata.pml.ob1.wire.Waiter;

/** A send; a {@link Sink} handles its events. Pooled. */
public final class SendRequest extends PmlRequest
        implements CookieHolder, Waiter, Descriptor.Callback {
    /** States of a send. */
    public enum State {
        /** Not started, or complete. */
        INACTIVE,
        /** Has its sequence number; the first packet has not been sent. */
        STARTING,
        /** Links have accepted the whole message, and some of it has not left this process. */
        LEAVING,
        /** The first packet was sent; waits for the receiver's ACK, PUT or FIN. */
        AWAITING_ACK,
        /** Sends the fragments and writes the pieces that the receiver asks for. */
        SENDING
    }

    /** The receiver. */
    public MatchPeer peer;

    /** The receiver's process. */
    public Ob1Endpoint endpoint;

    /** Tag of the message. */
    public int wantedTag;

    /** Mode of the send. */
    public SendMode mode;

    /** Packed bytes of the message. */
    public long size;

    /** Number of the message among those to this peer in this communicator. */
    public int sequence;

    /** The protocol that its first packet was sent by. */
    public Protocol protocol;

    /** Whether the registrations of its data are kept. */
    public boolean keeps;

    /** Its data are offered through registrations that were there or are worth it, no others. */
    public boolean ifWorth;

    /**
     * The receiver has the header only, because it asked for no more; without that the send would
     * be complete.
     */
    public boolean headerOnly;

    /** A private copy of the data, of a send that is complete for its owner; or 0. */
    public long copy;

    /**
     * Bytes behind the first packet that have been neither sent nor written. Those of an RGET are
     * not counted before its ACK, since this side does not know what the receiver has read: FIN
     * ends the send.
     */
    public long remaining;

    /** The range that is being sent as fragments: next byte to send, and its end. */
    public long next;

    /** See {@link #next}. */
    public long end;

    /** Other ranges that the receiver asked for as fragments. */
    public final ByteRanges asked = new ByteRanges();

    /** Fragments that the BTLs have not completed. */
    public int fragmentsInFlight;

    /** Inside the loop that sends fragments. */
    public boolean scheduling;

    /** Inside the loop that writes. */
    public boolean writing;

    /** Head of the list of orders to write that have not ended. */
    public WriteOrder orders;

    /** The registrations through which the receiver reads the data. */
    public final RegisteredData registered = new RegisteredData();

    /** The receiver's cookie, once it has answered. */
    public long receiverCookie;

    private final Sink sink;
    private final Pool pool;
    private State state = State.INACTIVE;

    /** Why no more fragments are sent, or OK. */
    private int failure;

    private final CookieSlot cookieSlot = new CookieSlot();
    private boolean queued;
    private SendRequest nextFree;

    /** Handles the events of sends: the layer above. */
    public interface Sink {
        /** Tries again what found no resource; returns false when it is still missing. */
        boolean retry(SendRequest request);

        /** A BTL has completed a fragment of {@code bytes} bytes, with {@code rc}. */
        void onFragmentSent(SendRequest request, long bytes, int rc);

        /**
         * Everything of a message has been accepted by links: completes the send as soon as it has
         * left this process.
         */
        void onAccepted(SendRequest request);

        /** A request fails: ends its orders to write. */
        void onFailure(SendRequest request, int rc);

        /**
         * A request has ended: releases its resources. Called before the request completes for its
         * owner.
         */
        void onEnd(SendRequest request);
    }

    /** The free sends of a rank. Tier 1. */
    static final class Pool {
        private SendRequest first;

        /**
         * Makes a send and keeps it for the first {@link #acquire}.
         *
         * @param sink handles its events
         */
        void prepare(Sink sink) {
            release(new SendRequest(sink, this));
        }

        /**
         * Returns a free send.
         *
         * @param sink handles the events of one that has to be made
         */
        SendRequest acquire(Sink sink) {
            SendRequest request = first;
            if (request == null) {
                return new SendRequest(sink, this);
            }
            first = request.nextFree;
            return request;
        }

        private void release(SendRequest request) {
            request.nextFree = first;
            first = request;
        }
    }

    private SendRequest(Sink sink, Pool pool) {
        this.sink = sink;
        this.pool = pool;
    }

    /** Begins a send: sets the fields that all protocols use. */
    public void begin(Buf user, MatchPeer to, Ob1Endpoint process, int tag, SendMode sendMode) {
        begin(user, to.comm.context);
        peer = to;
        endpoint = process;
        wantedTag = tag;
        mode = sendMode;
        size = user.size();
    }

    /** As the other, for a message that was sent without this request; {@link #buf} stays empty. */
    public void beginSent(MatchPeer to, Ob1Endpoint process, int tag, long bytesSent) {
        begin(to.comm.context);
        peer = to;
        endpoint = process;
        wantedTag = tag;
        mode = SendMode.STANDARD;
        size = bytesSent;
    }

    /** Starts: assigns the sequence number. */
    public void start(int number) {
        sequence = number;
        next = 0;
        end = 0;
        fragmentsInFlight = 0;
        failure = Rc.OK;
        remaining = 0;
        headerOnly = false;
        transition(State.STARTING);
    }

    /** Replaces the data by a copy, which completes the send for its owner. */
    public void useCopy(long address) {
        copy = address;
        buf.setBytes(address, size);
        markDone();
    }

    /** Completes without having started. */
    public void completeAtOnce(int rc) {
        error = rc;
        bytes = size;
        finish();
    }

    @Override
    public long moved() {
        return 0;
    }

    /** Returns the state. */
    public State state() {
        return state;
    }

    /** Goes to another state. */
    public void transition(State to) {
        state = to;
    }

    /** Completes and finishes: nothing in the stack refers to the request any more. */
    public void complete(int rc) {
        error = rc;
        bytes = size;
        transition(State.INACTIVE);
        sink.onEnd(this);
        finish();
    }

    /**
     * Does nothing: a started send cannot be cancelled, as in Open MPI (allowed by MPI 3.1 §3.8.4).
     */
    @Override
    public void cancel() {}

    /** A BTL has completed a fragment. */
    @Override
    public void onComplete(Btl btl, Descriptor descriptor, int rc) {
        long length = descriptor.payloadLength;
        btl.free(descriptor);
        sink.onFragmentSent(this, length, rc);
    }

    /** Returns whether there is a fragment to send; moves on to the next range when needed. */
    public boolean hasFragments() {
        if (next >= end && !asked.isEmpty()) {
            next = asked.from();
            end = asked.to();
            asked.remove(end - next);
        }
        return next < end;
    }

    /** Adds an order to write a piece. */
    public void add(WriteOrder order) {
        order.nextOrder = orders;
        orders = order;
    }

    /** Removes an order that has ended. */
    public void remove(WriteOrder order) {
        if (orders == order) {
            orders = order.nextOrder;
            return;
        }
        WriteOrder before = orders;
        while (before.nextOrder != order) {
            before = before.nextOrder;
        }
        before.nextOrder = order.nextOrder;
    }

    /**
     * Completes if everything that was asked for has been sent; after a failure, if nothing is
     * under way.
     */
    public void endIfOver() {
        boolean quiet = !scheduling && !writing && fragmentsInFlight == 0 && orders == null;
        if (state == State.SENDING && quiet && (failure != Rc.OK || remaining <= 0)) {
            if (failure == Rc.OK) {
                sink.onAccepted(this);
            } else {
                complete(failure);
            }
        }
    }

    /** Starts no more fragments; those under way complete first. */
    public void stop(int rc) {
        failure = rc;
        next = end;
        asked.clear();
    }

    /**
     * Completes with a failure: now, or when the last fragment or write under way has ended. A
     * message that has been accepted whole is not failed: its send ends with its link.
     */
    @Override
    public void fail(int rc) {
        if (state != State.INACTIVE && state != State.LEAVING) {
            stop(rc);
            sink.onFailure(this, rc);
            transition(State.SENDING);
            endIfOver();
        }
    }

    @Override
    public void onLeft() {
        complete(Rc.OK);
    }

    @Override
    public int awaited() {
        return SendWait.awaited(this);
    }

    @Override
    public WaitState waitState() {
        return state == State.INACTIVE ? super.waitState() : SendWait.of(this);
    }

    @Override
    public boolean retry() {
        return sink.retry(this);
    }

    @Override
    public boolean begins() {
        return state == State.STARTING;
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
        peer = null;
        endpoint = null;
        pool.release(this);
    }
}
