package org.strata.pml.tupleq;

import org.strata.mca.pml.MessageWaits;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

/** A send by a queue, or one that waited for it and went by the PML below. Pooled. */
final class TupleSend extends PmlRequest implements Delegates.Delegate {
    OutgoingPair out;
    OutTuple tuple;
    int wantedTag;
    SendMode mode;
    long size;

    /** Its place in the order of this rank's calls. */
    long order;

    /** Its number among the tuple's messages, once the link has accepted it; 0 before. */
    long number;

    /** The data's copy for the adapter, or null. */
    Block block;

    /** A copy of a buffered send outside of blocks, or 0. */
    long copy;

    /** The registration of the user's memory while the link uses it, or null. */
    Registration registration;

    /** Whether its room in the copy pool, or in the attached buffer, is to be released. */
    boolean pooled;

    boolean buffered;

    /** Whether it would be complete for the program if there was room, see Crowding. */
    boolean crowded;

    /** Whether it has a copy, and is complete for the program when its message has left. */
    boolean leaving;

    /**
     * Whether the PML below carries the data: the queue gets an empty message instead, or one that
     * was too long for its receive.
     */
    boolean detour;

    /** Whether the queue's message has landed. */
    boolean landed;

    /** The PML below's request, or null. */
    PmlRequest inner;

    TupleSend next;
    private final Owner owner;

    /** What a send calls in the PML that made it. */
    interface Owner {
        /** Completes a send that neither the link nor the PML below uses any more. */
        void end(TupleSend send, int rc);

        /** Frees a finished and released send for the next one. */
        void recycle(TupleSend send);
    }

    TupleSend(Owner owner) {
        this.owner = owner;
    }

    void begin(Buf data, OutgoingPair to, int tag, SendMode sendMode, long callOrder) {
        begin(data, to.context);
        out = to;
        wantedTag = tag;
        mode = sendMode;
        size = data.size();
        order = callOrder;
        number = 0;
        leaving = false;
        detour = false;
        landed = false;
    }

    /**
     * Uses a copy of the data from now on.
     *
     * @param leaves whether it is complete for its owner when its message has left this process,
     *     else now
     */
    void useCopy(long copyAddress, boolean leaves) {
        bytes = size;
        buf.setBytes(copyAddress, size);
        leaving = leaves;
        if (!leaves) {
            markDone();
        }
    }

    /** Completes for its owner: the receiver needs nothing of this process any more. */
    void left() {
        leaving = false;
        markDone();
    }

    @Override
    public long moved() {
        return 0;
    }

    void complete(int rc) {
        error = rc;
        bytes = size;
        finish();
    }

    @Override
    public boolean settle() {
        if (inner == null) {
            return true;
        }
        if (!inner.isDone() || (detour && !landed)) {
            if (leaving && inner.awaited() != NOBODY) {
                // Too long to be sent without its receive, or there is no room for it there. With a
                // copy it has waited for no receive so far, and must not begin to.
                left();
            }
            return false;
        }
        int rc = inner.error;
        inner.release();
        inner = null;
        owner.end(this, rc);
        return true;
    }

    @Override
    public int awaited() {
        return inner != null ? inner.awaited() : out == null ? NOBODY : out.peer.proc.rank();
    }

    @Override
    public WaitState waitState() {
        if (isDone() || out == null) {
            return super.waitState();
        }
        if (inner != null) {
            return inner.waitState();
        }
        if (leaving && (number != 0 || tuple == null || tuple.number == 0)) {
            String wait = number == 0 ? "tupleq, asks for the queue" : "tupleq, waits for the link";
            return MessageWaits.transfer(comm(), "to", out.rank, wantedTag, size, wait);
        }
        String how = number == 0 ? "tupleq, not sent yet" : "tupleq, in its lane";
        return MessageWaits.receipt(comm(), out.rank, wantedTag, size, how);
    }

    /** Does nothing: a send cannot be cancelled, as in the PML below. */
    @Override
    public void cancel() {
        assert error == Rc.OK || isDone();
    }

    @Override
    protected void recycle() {
        out = null;
        tuple = null;
        owner.recycle(this);
    }
}
