package org.strata.pml.tupleq;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.MessageWaits;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

/** A receive by a queue, or one that waited for it and goes by the PML below. Pooled. */
final class TupleReceive extends PmlRequest implements Delegates.Delegate {
    TupleComm home;

    /** The tuple it belongs to, or null. */
    InTuple tuple;

    int wantedSource;
    int wantedTag;
    long capacity;

    /** Its place in the order of this rank's calls. */
    long order;

    /** The block that the message lands in, or null. */
    Block block;

    /** The registration of the user's memory, or null. */
    Registration registration;

    /** Whether it is to be cancelled as soon as it can be. */
    boolean cancelWanted;

    /** Whether the PML below carries the data of a message that a queue has matched. */
    boolean detour;

    /** The PML below's request, or null. */
    PmlRequest inner;

    TupleReceive next;

    /** Whether it is a notice: a block at a queue whose message any receive may get. */
    final boolean notice;

    /** Of a notice: whether a message has consumed it, and whether its data are in the block. */
    boolean filled;

    boolean dataHere;

    private final Owner owner;

    /** What a receive calls in the PML that made it. */
    interface Owner {
        /** Frees a finished and released receive for the next one. */
        void recycle(TupleReceive receive);

        /** Cancels a receive that is not done, now or as soon as no adapter writes its buffer. */
        void cancel(TupleReceive receive);

        /** The PML below has completed the receive, which no queue had matched. */
        void endedBelow(TupleReceive receive);

        /** Returns why a receive with a wildcard is an error on a communicator. */
        String refusal(CommContext comm);
    }

    TupleReceive(Owner owner) {
        this.owner = owner;
        this.notice = false;
    }

    /** Makes the notice of a tuple; it is no operation of the program. */
    TupleReceive(InTuple tuple, long capacity) {
        this.owner = null;
        this.notice = true;
        this.tuple = tuple;
        this.home = tuple.in.comm;
        this.wantedSource = tuple.in.rank;
        this.wantedTag = tuple.tag;
        this.capacity = capacity;
    }

    void begin(Buf data, TupleComm comm, int from, int tag, long callOrder) {
        begin(data, comm.context);
        home = comm;
        wantedSource = from;
        wantedTag = tag;
        capacity = data.size();
        order = callOrder;
        cancelWanted = false;
        detour = false;
    }

    void complete(int from, int messageTag, long received, int rc) {
        set(from, messageTag, received);
        error = rc;
        finish();
    }

    /** Completes with the status that it has. */
    void complete() {
        finish();
    }

    /** Takes a message out of a block; what does not fit is cut off. */
    void unpack(long address, long length) {
        bytes = Math.min(length, capacity);
        buf.unpack(address, 0, bytes);
        if (length > capacity) {
            error = Rc.TRUNCATED;
            messageBytes = length;
        }
    }

    void completeCancelled() {
        cancelled = true;
        finish();
    }

    @Override
    public boolean settle() {
        if (inner == null) {
            return true;
        }
        if (!inner.isDone()) {
            return false;
        }
        copyFrom(inner);
        if (detour) {
            tag = wantedTag;
        }
        inner.release();
        inner = null;
        if (!detour) {
            owner.endedBelow(this);
        }
        finish();
        return true;
    }

    @Override
    public void cancel() {
        if (!isDone()) {
            owner.cancel(this);
        }
    }

    @Override
    public int awaited() {
        if (inner != null) {
            return inner.awaited();
        }
        return wantedSource < 0 || isDone() ? SEVERAL : comm().peer(wantedSource).rank();
    }

    @Override
    public WaitState waitState() {
        if (isDone() || home == null) {
            return super.waitState();
        }
        return inner != null
                ? inner.waitState()
                : MessageWaits.arrival(comm(), wantedSource, wantedTag, capacity);
    }

    @Override
    public String failureText() {
        return error == Rc.BAD_ARGUMENT ? owner.refusal(comm()) : null;
    }

    @Override
    protected void recycle() {
        home = null;
        tuple = null;
        owner.recycle(this);
    }

    /** Fails at once. */
    void fail(int rc) {
        assert rc != Rc.OK;
        error = rc;
        finish();
    }
}
