package mpi;

import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

/** Making persistent requests (MPI 3.1 §3.9). Tier 3; {@link Prequest#start} is tier 1. */
final class PersistentCalls {
    private PersistentCalls() {}

    static Prequest send(
            Communicator comm,
            String call,
            SendMode mode,
            Object buf,
            int count,
            Datatype type,
            int dest,
            int tag)
            throws MPIException {
        Checks.direct(buf);
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.send(runtime, comm, call, count, type, dest, tag);
        if (dest == MPI.PROC_NULL) {
            return new Prequest(comm, mode, new Buf(), MPI.PROC_NULL, tag);
        }
        DataLayout layout = Checks.readable(comm, call, buf, count, type);
        return new Prequest(comm, mode, Buffers.wrap(new Buf(), buf, 0, count, layout), dest, tag);
    }

    static Prequest receive(
            Communicator comm, Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        String call = "MPI_Recv_init";
        Checks.direct(buf);
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.receive(runtime, comm, call, count, type, source, tag);
        if (source == MPI.PROC_NULL) {
            return new Prequest(comm, null, new Buf(), MPI.PROC_NULL, tag);
        }
        DataLayout layout = Checks.writable(comm, call, buf, count, type);
        return new Prequest(
                comm, null, Buffers.wrap(new Buf(), buf, 0, count, layout), source, tag);
    }
}
