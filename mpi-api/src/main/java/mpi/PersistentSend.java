package mpi;

import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.Buf;

/** A send of a persistent request; the data belong to it. */
record PersistentSend(SendMode mode, Buf buf, int dest, int tag, CommContext comm)
        implements PersistentStart {
    @Override
    public PmlRequest begin(MpiRuntime runtime) {
        boolean buffered = mode == SendMode.BUFFERED;
        SendMode now = buffered ? BufferedMode.of(runtime, buf.size()) : mode;
        return dest == MPI.PROC_NULL
                ? ProcNullRequest.INSTANCE
                : runtime.pml.isend(buf, dest, tag, now, comm);
    }

    @Override
    public void note() {
        Observed.sent(dest == MPI.PROC_NULL ? 0 : buf.size());
    }
}
