package org.strata.mca.osc;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;

/**
 * A one-sided operation whose completion the program waits for (MPI_Rput and its like). The
 * component completes it, once.
 */
public final class OscOperation extends PmlRequest {
    private final Runnable atEnd;

    /**
     * Begins an operation on a window.
     *
     * @param origin its data, whose owner it keeps alive
     * @param comm the window's communicator
     */
    public OscOperation(Buf origin, CommContext comm) {
        this(origin, comm, null);
    }

    /**
     * Begins an operation, at whose end an action runs.
     *
     * @param atEnd the action, or null
     */
    public OscOperation(Buf origin, CommContext comm, Runnable atEnd) {
        this.atEnd = atEnd;
        begin(origin, comm);
    }

    /** Completes the operation with an Rc code. */
    public void complete(int rc) {
        error = rc;
        if (atEnd != null) {
            atEnd.run();
        }
        finish();
    }

    /** One-sided operations cannot be cancelled (MPI 3.1 §11.3.5). */
    @Override
    public void cancel() {}

    @Override
    protected void recycle() {}
}
