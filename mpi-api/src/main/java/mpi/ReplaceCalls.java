package mpi;

import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.opal.memory.Memory;

import java.lang.foreign.Arena;
import java.lang.ref.Reference;

/** Sending elements and receiving others in their place (MPI 3.1 §3.10). Tier 2. */
final class ReplaceCalls {
    private static final String CALL = "MPI_Sendrecv_replace";

    private ReplaceCalls() {}

    /** Sends a copy of the elements and receives others into the same buffer. */
    static Status sendReceive(
            Communicator comm,
            Object buf,
            int count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag)
            throws MPIException {
        try (var _ = Observed.call(CALL)) {
            return exchange(comm, buf, count, type, dest, sendtag, source, recvtag);
        }
    }

    private static Status exchange(
            Communicator comm,
            Object buf,
            int count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, CALL);
        Checks.send(runtime, comm, CALL, count, type, dest, sendtag);
        Checks.receive(runtime, comm, CALL, count, type, source, recvtag);
        DataLayout layout = Checks.writable(comm, CALL, buf, count, type);
        if (dest == MPI.PROC_NULL) {
            return NonBlockingCalls.startReceive(comm, CALL, buf, count, type, source, recvtag)
                    .waitStatus(CALL);
        }
        // The other side's receive may be an ordinary one, so the data must be one message. The
        // copy is as long as the message, and freed at the end of the call.
        try (Arena arena = Arena.ofConfined()) {
            long bytes = count * layout.size();
            Buf copy = new Buf(null, allocate(comm, arena, bytes), bytes, DataLayouts.BYTE);
            layout.pack(Buffers.base(buf), Buffers.offset(buf), 0, copy.offset(), bytes);
            Reference.reachabilityFence(buf);
            Request receive =
                    NonBlockingCalls.startReceive(comm, CALL, buf, count, type, source, recvtag);
            int rc = send(runtime, comm, copy, dest, sendtag);
            if (rc != Rc.OK) {
                BlockingCalls.withdraw(runtime, receive);
                throw BlockingCalls.sendFailed(runtime, comm, CALL, rc, count, type, dest, sendtag);
            }
            if (Observed.ON) {
                Observed.sent(bytes);
            }
            return receive.waitStatus(CALL);
        }
    }

    private static long allocate(Communicator comm, Arena arena, long bytes) throws MPIException {
        try {
            return Memory.allocate(arena, bytes, Long.BYTES);
        } catch (OutOfMemoryError e) {
            String detail = "no memory for a copy of the " + bytes + " bytes to send";
            throw Errors.raise(comm, MPI.ERR_NO_MEM, CALL, detail + " (" + e.getMessage() + ")");
        }
    }

    private static int send(MpiRuntime runtime, Communicator comm, Buf data, int dest, int tag) {
        try (var _ = runtime.enter()) {
            return runtime.pml.send(data, dest, tag, SendMode.STANDARD, comm.context());
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }
}
