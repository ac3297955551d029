package mpi;

import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

/** The creation of persistent requests (MPI 3.1 §3.9). Tier 3; {@link Prequest#start} is tier 1. */
final class PersistentCalls {
    private PersistentCalls() {}

    static Prequest send(
            Communicator comm, String call, SendMode mode, Elements data, int dest, int tag)
            throws MPIException {
        Checks.direct(data.buf());
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.send(runtime, comm, call, data.count(), data.type(), dest, tag);
        Buf buf = new Buf();
        if (dest != MPI.PROC_NULL) {
            DataLayout layout = Checks.readable(comm, call, data.buf(), data.count(), data.type());
            Buffers.wrap(buf, data.buf(), 0, data.count(), layout);
        }
        PersistentStart start = new PersistentSend(mode, buf, dest, tag, comm.context());
        try (var _ = runtime.enter()) {
            return new Prequest(comm, start, dest);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }

    static Prequest receive(Communicator comm, Elements data, int source, int tag)
            throws MPIException {
        String call = "MPI_Recv_init";
        Checks.direct(data.buf());
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.receive(runtime, comm, call, data.count(), data.type(), source, tag);
        Buf buf = new Buf();
        if (source != MPI.PROC_NULL) {
            DataLayout layout = Checks.writable(comm, call, data.buf(), data.count(), data.type());
            Buffers.wrap(buf, data.buf(), 0, data.count(), layout);
        }
        PersistentStart start = new PersistentReceive(buf, source, tag, comm.context());
        try (var _ = runtime.enter()) {
            return new Prequest(comm, start, source);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }
}
