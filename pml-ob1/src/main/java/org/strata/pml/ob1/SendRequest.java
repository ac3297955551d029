package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.pml.SendMode;
import org.strata.mca.rcache.Registration;

/** A send. */
final class SendRequest extends Ob1Request implements Descriptor.Callback {
    /** Where a send is. */
    enum State {
        /** Not started, or over. */
        INACTIVE,
        /** Has its sequence number; the first packet has not left. */
        STARTING,
        /** The first packet has left; waits for the receiver's ACK or FIN. */
        AWAITING_ACK,
        /** Sends fragments of the range the receiver asked for. */
        SENDING
    }

    State state = State.INACTIVE;
    int destination;
    int wantedTag;
    SendMode mode;
    PeerState peer;
    long size;
    int sequence;

    /** The range asked for: next byte to send, and its end. */
    long next;

    long end;
    int fragmentsInFlight;

    /** Inside the loop that sends fragments. */
    boolean scheduling;

    /** Why no more fragments are sent, or OK. */
    int failure;

    long receiverCookie;

    /** A buffered send's private copy, or 0. */
    long copy;

    /** What exposes the data to the reader while RGET runs. */
    BtlLink link;

    Registration registration;

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
        btl.free(descriptor);
        pml.sender.onFragmentSent(this, rc);
    }

    /** Returns whether every byte of the asked range has left. */
    boolean drained() {
        return state == State.SENDING && next >= end && fragmentsInFlight == 0;
    }

    /** Sends no more; what is under way ends first. */
    void stop(int rc) {
        failure = rc;
        next = end;
    }

    /** Ends the request with a failure, as soon as nothing refers to it. */
    void fail(int rc) {
        stop(rc);
        if (fragmentsInFlight == 0 && state != State.INACTIVE) {
            complete(rc);
        } else {
            transition(State.SENDING);
        }
    }

    @Override
    void recycle() {
        base = null;
        layout = null;
        comm = null;
        peer = null;
        link = null;
        pml.pools.give(this);
    }
}
