package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.RdmaBtl;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.pml.ob1.match.Posted;

/** A receive. */
final class RecvRequest extends Ob1Request implements RdmaBtl.RdmaCallback {
    /** Where a receive is. */
    enum State {
        /** Not started, or over. */
        INACTIVE,
        /** Waits in the matching queues. */
        POSTED,
        /** Matched; data are on their way as fragments. */
        RECEIVING,
        /** Matched; this side reads the data. */
        READING
    }

    final Posted<RecvRequest> posted = new Posted<>(this);
    State state = State.INACTIVE;

    /** What the user asked for; the status fields hold what came. */
    int wantedSource;

    int wantedTag;

    /** Bytes the user's buffer holds. */
    long capacity;

    /** Bytes of the message that this side wants: the message's or the buffer's, the smaller. */
    long expected;

    long received;

    /** The sender's process and its cookie, once matched by a rendezvous. */
    Ob1Endpoint peer;

    long senderCookie;

    /** Reading: next byte to read, the sender's address, the link, and operations under way. */
    long nextRead;

    long remoteAddress;
    BtlLink link;
    Registration registration;
    int readsInFlight;
    int readError;
    final long handle;

    RecvRequest(Ob1Pml pml, long handle) {
        super(pml);
        this.handle = handle;
    }

    void transition(State to) {
        state = to;
    }

    /** Completes with what has been received. */
    void complete(int rc) {
        bytes = Math.min(received, expected);
        pml.counters.received++;
        pml.counters.receivedBytes += bytes;
        error = rc;
        transition(State.INACTIVE);
        pml.cookies.drop(this);
        finish();
    }

    @Override
    public void cancel() {
        if (state == State.POSTED && comm.matcher.withdraw(posted)) {
            cancelled = true;
            received = 0;
            expected = 0;
            complete(Rc.OK);
        }
    }

    @Override
    public void onComplete(BtlEndpoint endpoint, Object context, long length, int rc) {
        pml.receiver.onRead(this, length, rc);
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
