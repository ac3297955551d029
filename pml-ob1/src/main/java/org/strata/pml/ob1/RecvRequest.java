package org.strata.pml.ob1;

import org.strata.opal.Rc;
import org.strata.pml.ob1.match.Posted;

/** A receive. */
final class RecvRequest extends Ob1Request {
    /** Where a receive is. */
    enum State {
        /** Not started, or over. */
        INACTIVE,
        /** Waits in the matching queues. */
        POSTED,
        /** Matched; data are on their way as fragments. */
        RECEIVING,
        /** Matched; data move by RDMA, and perhaps as fragments too. */
        MOVING
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

    /** What moves by RDMA, or null. */
    RdmaTransfer transfer;

    RecvRequest(Ob1Pml pml) {
        super(pml);
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
        pml.receiver.rdma.release(this);
        finish();
    }

    /** Ends with a failure, once nothing is being read any more. */
    void fail(int rc) {
        if (transfer != null && transfer.reads && transfer.outstanding() > 0) {
            transfer.failure = rc;
            transfer.todo.clear();
        } else {
            complete(rc);
        }
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
    void recycle() {
        base = null;
        layout = null;
        comm = null;
        peer = null;
        pml.pools.give(this);
    }
}
