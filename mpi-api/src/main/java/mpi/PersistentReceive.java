package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;

/** A receive of a persistent request; the buffer belongs to it. */
record PersistentReceive(Buf buf, int source, int tag, CommContext comm)
        implements PersistentStart {
    @Override
    public PmlRequest begin(MpiRuntime runtime) {
        return source == MPI.PROC_NULL
                ? ProcNullRequest.INSTANCE
                : runtime.pml.ireceive(buf, source, tag, comm);
    }
}
