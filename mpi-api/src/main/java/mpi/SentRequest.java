package mpi;

import org.strata.mca.pml.PmlRequest;

/**
 * A send that was complete when its call returned: nothing in the stack knows of it. Its status is
 * the empty one, as in Open MPI; MPI leaves a send's status undefined but for error and
 * cancellation.
 */
final class SentRequest extends PmlRequest {
    /** Shared by all calls: releasing it has no effect. */
    static final SentRequest INSTANCE = new SentRequest();

    private SentRequest() {
        setEmpty();
    }

    /** Does nothing: a send that is complete cannot be cancelled (MPI 3.1 §3.8.4). */
    @Override
    public void cancel() {}

    @Override
    protected void recycle() {}
}
