package mpi;

import org.strata.mca.pml.PmlRequest;

/** A communication with MPI_PROC_NULL: complete at once, without data (MPI 3.1 §3.11). */
final class ProcNullRequest extends PmlRequest {
    /** Shared by all calls: it is never written to. */
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
