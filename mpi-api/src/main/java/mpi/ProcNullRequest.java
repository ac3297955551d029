package mpi;

import org.strata.mca.pml.PmlRequest;

/** A communication with MPI_PROC_NULL: complete at once, nothing moved (MPI 3.1 §3.11). */
final class ProcNullRequest extends PmlRequest {
    /** Nobody writes to it, so that all can share it. */
    static final ProcNullRequest INSTANCE = new ProcNullRequest();

    private ProcNullRequest() {
        setEmpty();
        source = MPI.PROC_NULL;
    }

    @Override
    public void cancel() {}

    @Override
    protected void recycle() {}
}
