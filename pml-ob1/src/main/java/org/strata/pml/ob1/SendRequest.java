package org.strata.pml.ob1;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.pml.ob1.protocol.Protocol;

/** A send. */
final class SendRequest extends Ob1Request implements Descriptor.Callback {
    /** Where a send is. */
    enum State {
        /** Not started, or over. */
        INACTIVE,
        /** Has its sequence number; the first packet has not left. */
        STARTING,
        /** The first packet has left; waits for the receiver's ACK, PUT or FIN. */
        AWAITING_ACK,
        /** Sends and writes what the receiver asks for. */
        SENDING
    }

    State state = State.INACTIVE;
    int destination;
    int wantedTag;
    SendMode mode;
    PeerState peer;
    long size;
    int sequence;

    /** How its first packet went. */
    Protocol protocol;

    /** Registrations of its data are worth keeping. */
    boolean keeps;

    /** Bytes behind the first packet that have not left yet, by whatever way. */
    long remaining;

    /** The range that goes as fragments now: next byte to send, and its end. */
    long next;

    long end;

    /** Other ranges that the receiver asked for as fragments. */
    final Ranges asked = new Ranges();

    int fragmentsInFlight;

    /** Inside the loop that sends fragments. */
    boolean scheduling;

    /** Inside the loop that writes. */
    boolean writing;

    /** The pieces that the receiver asked to be written and that are not over; a list. */
    PutOrder orders;

    /** What lets the receiver read the data. */
    final Exposure exposure = new Exposure();

    /** Why no more fragments are sent, or OK. */
    int failure;

    long receiverCookie;

    /** A buffered send's private copy, or 0. */
    long copy;

    SendRequest(Ob1Pml pml) {
        super(pml);
    }

    void transition(State to) {
        state = to;
    }

    /** Completes; nothing refers to the request any more. */
    void complete(int rc) {
        error = rc;
        bytes = size;
        transition(State.INACTIVE);
        pml.cookies.drop(this);
        pml.sender.onSendOver(this);
        finish();
    }

    /** Sends cannot be cancelled once started: allowed by MPI 3.1 §3.8.4, as Open MPI does. */
    @Override
    public void cancel() {}

    @Override
    public void onComplete(Btl btl, Descriptor descriptor, int rc) {
        long length = descriptor.payloadLength;
        btl.free(descriptor);
        pml.sender.onFragmentSent(this, length, rc);
    }

    /** Returns whether there is a fragment to send; moves on to the next range when needed. */
    boolean hasFragments() {
        if (next >= end && !asked.isEmpty()) {
            next = asked.from();
            end = asked.to();
            asked.take(end - next);
        }
        return next < end;
    }

    void add(PutOrder order) {
        order.nextOrder = orders;
        orders = order;
    }

    void remove(PutOrder order) {
        if (orders == order) {
            orders = order.nextOrder;
            return;
        }
        PutOrder before = orders;
        while (before.nextOrder != order) {
            before = before.nextOrder;
        }
        before.nextOrder = order.nextOrder;
    }

    /** Completes once everything asked for has left, or after a failure nothing is under way. */
    void endIfOver() {
        boolean quiet = !scheduling && !writing && fragmentsInFlight == 0 && orders == null;
        if (state == State.SENDING && quiet && (failure != Rc.OK || remaining <= 0)) {
            complete(failure);
        }
    }

    /** Sends no more; what is under way ends first. */
    void stop(int rc) {
        failure = rc;
        next = end;
        asked.clear();
    }

    /** Ends the request with a failure, as soon as nothing refers to it. */
    void fail(int rc) {
        if (state != State.INACTIVE) {
            stop(rc);
            pml.sender.rdma.giveUp(this, rc);
            transition(State.SENDING);
            endIfOver();
        }
    }

    @Override
    void recycle() {
        base = null;
        layout = null;
        comm = null;
        peer = null;
        pml.pools.give(this);
    }
}
