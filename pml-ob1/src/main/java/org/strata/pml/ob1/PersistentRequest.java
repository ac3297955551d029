package org.strata.pml.ob1;

import org.strata.mca.pml.PmlRequest;
import org.strata.opal.Rc;

/**
 * A persistent request: remembered arguments, and the pooled request that carries the operation
 * while it is active (MPI 3.1 §3.9).
 */
final class PersistentRequest extends PmlRequest {
    /** Starts the operation anew with the remembered arguments. */
    interface Origin {
        PmlRequest begin(Ob1Pml pml);
    }

    private final Ob1Pml pml;
    private final Origin origin;
    private PmlRequest active;

    PersistentRequest(Ob1Pml pml, Origin origin) {
        this.pml = pml;
        this.origin = origin;
        setEmpty();
    }

    int start() {
        if (active != null && !isDone()) {
            return Rc.BAD_ARGUMENT;
        }
        active = origin.begin(pml);
        return Rc.OK;
    }

    /** Takes the outcome over from the carrying request as soon as there is one. */
    @Override
    public boolean isDone() {
        if (active == null) {
            return true;
        }
        if (!active.isDone()) {
            return false;
        }
        copyFrom(active);
        active.release();
        active = null;
        return true;
    }

    @Override
    public void cancel() {
        if (active != null) {
            active.cancel();
        }
    }

    @Override
    public void release() {
        if (active != null) {
            active.release();
            active = null;
        }
    }
}
