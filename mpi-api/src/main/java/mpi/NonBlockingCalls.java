package mpi;

import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;

import java.lang.ref.Reference;

/** Non-blocking sends and receives (MPI 3.1 §3.7). Tier 1, but for the request's allocation. */
final class NonBlockingCalls {
    private NonBlockingCalls() {}

    /** Starts a send from an array or a direct buffer. */
    static Request send(
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
            return new Request(comm, ProcNullRequest.INSTANCE, null, MPI.PROC_NULL);
        }
        DataLayout layout = Checks.readable(comm, call, buf, count, type);
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        runtime.engine.enter();
        try {
            PmlRequest started =
                    runtime.pml.isend(base, offset, count, layout, dest, tag, mode, comm.context());
            if (!isUnreachable(started)) {
                return Request.begun(runtime, comm, started, buf, dest);
            }
            started.release();
        } finally {
            runtime.engine.exit();
            Reference.reachabilityFence(buf);
        }
        throw BlockingCalls.sendFailed(runtime, comm, call, Rc.UNREACHABLE, count, type, dest, tag);
    }

    /**
     * Returns whether no link leads to the receiver. The call itself fails then, as in Open MPI: a
     * program that waits for several requests would not learn of it while it waits for a receive
     * from the same peer, which never completes.
     */
    private static boolean isUnreachable(PmlRequest started) {
        return started.isDone() && started.error == Rc.UNREACHABLE;
    }

    /** Starts a receive into an array or a direct buffer. */
    static Request receive(
            Communicator comm, Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        Checks.direct(buf);
        return startReceive(comm, "MPI_Irecv", buf, count, type, source, tag);
    }

    /** Starts a receive, also into an NIO buffer on the heap. */
    static Request startReceive(
            Communicator comm,
            String call,
            Object buf,
            int count,
            Datatype type,
            int source,
            int tag)
            throws MPIException {
        MpiRuntime runtime = Checks.runtime(comm, call);
        Checks.receive(runtime, comm, call, count, type, source, tag);
        if (source == MPI.PROC_NULL) {
            return new Request(comm, ProcNullRequest.INSTANCE, null, MPI.PROC_NULL);
        }
        DataLayout layout = Checks.writable(comm, call, buf, count, type);
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        runtime.engine.enter();
        try {
            PmlRequest started =
                    runtime.pml.ireceive(base, offset, count, layout, source, tag, comm.context());
            return Request.begun(runtime, comm, started, buf, source);
        } finally {
            runtime.engine.exit();
            Reference.reachabilityFence(buf);
        }
    }
}
