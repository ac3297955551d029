package org.strata.pml.ob1;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.DataLayout;

/** What sends and receives share: the user's buffer, completion and ownership. Pooled. */
abstract class Ob1Request extends PmlRequest implements Named {
    final Ob1Pml pml;
    Object base;
    long offset;
    long count;
    DataLayout layout;
    CommState comm;
    boolean persistent;

    /** MPI-complete: the user's buffer is free. */
    boolean done;

    /** Nothing in the stack refers to this request any more. */
    boolean finished;

    /** The owner has let go. */
    boolean released;

    /** Slot in the cookie table while the other side may name this request, else -1. */
    private int slot = -1;

    /** Waits in its endpoint's retry queue. */
    boolean queued;

    Ob1Request nextFree;

    Ob1Request(Ob1Pml pml) {
        this.pml = pml;
    }

    final void setBuffer(Object newBase, long newOffset, long newCount, DataLayout newLayout) {
        base = newBase;
        offset = newOffset;
        count = newCount;
        layout = newLayout;
    }

    @Override
    public final int slot() {
        return slot;
    }

    @Override
    public final void setSlot(int newSlot) {
        slot = newSlot;
    }

    @Override
    public final boolean isDone() {
        return done;
    }

    @Override
    public final void release() {
        released = true;
        if (finished) {
            recycle();
        }
    }

    /** Marks the end: the owner sees completion, and a released request goes back to its pool. */
    final void finish() {
        done = true;
        finished = true;
        if (released) {
            recycle();
        }
    }

    /** Makes a pooled request fresh for its next owner. */
    final void renew() {
        done = false;
        finished = false;
        released = false;
        persistent = false;
        queued = false;
        setEmpty();
    }

    /** Drops references to user objects and returns to the pool. */
    abstract void recycle();
}
