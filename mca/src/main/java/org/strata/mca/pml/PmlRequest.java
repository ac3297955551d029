package org.strata.mca.pml;

import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Completion;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.List;

/**
 * An operation under way in the PML: its data, its ownership, its outcome. It is the only object of
 * a non-blocking operation; the API's request is a view of it. PMLs extend it with the state of
 * their protocols, and reuse free ones for the next operation. Tier 1.
 *
 * <p>Ownership: the caller to which the Pml returned it owns it until {@link #release}, complete or
 * not; an incomplete request that is released finishes by itself. The status fields are valid once
 * {@link #isDone}.
 *
 * <p>Life, for a PML: {@link #begin}; {@link #markDone} as soon as MPI calls the operation complete
 * (the buffer may be reused); {@link #finish} when nothing in the stack refers to the request any
 * more. The request is recycled when it is both finished and released.
 */
public abstract class PmlRequest extends PmlStatus implements Completion {
    /** The data; keeps their owner reachable. */
    public final Buf buf = new Buf();

    private CommContext comm;
    private boolean done = true;
    private boolean finished = true;
    private boolean released;

    /** Begins an operation on a communicator: fresh status, not done, owned by the caller. */
    protected final void begin(Buf data, CommContext context) {
        buf.set(data);
        begin(context);
    }

    /** As the other, with the data that {@link #buf} names by now. */
    protected final void begin(CommContext context) {
        comm = context;
        done = false;
        finished = false;
        released = false;
        setEmpty();
        context.operationBegins();
    }

    /** Returns the communicator of the operation. */
    public final CommContext comm() {
        return comm;
    }

    /** Returns whether the operation is complete in MPI's sense: the buffer may be reused. */
    @Override
    public boolean isDone() {
        return done;
    }

    /** Completes the request for its owner; the PML still uses it. */
    protected final void markDone() {
        done = true;
    }

    /** Returns whether nothing in the stack refers to this request. */
    public final boolean isFinished() {
        return finished;
    }

    /** Ends the operation: nothing in the stack refers to this request from now on. */
    protected final void finish() {
        if (!buf.intact()) {
            // Whatever it seemed to be: the data are not the program's, or were lost.
            error = Rc.MEMORY_FREED;
        }
        done = true;
        finished = true;
        comm.operationEnds();
        if (released) {
            recycleNow();
        }
    }

    /**
     * Returns the bytes that the program's buffer has got, or an access to a file has moved: 0 for
     * a send, whose bytes are known when it begins.
     */
    public long moved() {
        return bytes;
    }

    /**
     * Returns why an operation that is no message failed: the access to a file. Null where the
     * return code, the peer and the tag say it.
     */
    public String failureText() {
        return null;
    }

    /** A PML's request describes its message; this one names the communicator only. */
    @Override
    public WaitState waitState() {
        return comm == null
                ? WaitState.UNKNOWN
                : new WaitState("", comm.label(), Needs.ALL, List.of());
    }

    /** Tries to cancel: only a receive that has not matched can be (MPI 3.1 §3.8.4). */
    public abstract void cancel();

    /** Releases the request to the PML. The caller must not use it any more. */
    public final void release() {
        released = true;
        if (finished) {
            recycleNow();
        }
    }

    private void recycleNow() {
        buf.clear();
        comm = null;
        recycle();
    }

    /** Drops the references to user objects, and frees this request for the next operation. */
    protected abstract void recycle();
}
