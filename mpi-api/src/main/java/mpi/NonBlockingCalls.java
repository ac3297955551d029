package mpi;

import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

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
        try (var _ = Observed.call(call)) {
            MpiRuntime runtime = Checks.runtime(comm, call);
            Checks.send(runtime, comm, call, count, type, dest, tag);
            if (dest == MPI.PROC_NULL) {
                return new Request(comm, ProcNullRequest.INSTANCE, MPI.PROC_NULL);
            }
            if (Observed.ON) {
                Observed.sent(count * type.layout().size());
            }
            if (mode == SendMode.STANDARD
                    && ShortCalls.send(
                            runtime, comm.context(), buf, count, type.layout(), dest, tag)) {
                return made(runtime, comm, SentRequest.INSTANCE, dest);
            }
            return startSend(runtime, comm, call, mode, buf, count, type, dest, tag);
        }
    }

    /** Returns the handle of a communication that has begun. */
    private static Request made(MpiRuntime runtime, Communicator comm, PmlRequest begun, int peer) {
        try {
            return new Request(comm, begun, peer);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        }
    }

    private static Request startSend(
            MpiRuntime runtime,
            Communicator comm,
            String call,
            SendMode mode,
            Object buf,
            int count,
            Datatype type,
            int dest,
            int tag)
            throws MPIException {
        DataLayout layout = type.layout();
        long known = Buffers.knownAddress(buf, layout.gaplessBytes(count), false);
        if (known == 0) {
            Checks.readable(comm, call, buf, count, type);
        }
        int rc;
        runtime.engine.enter();
        CallScratch scratch = runtime.borrow();
        try {
            Buf data = Buffers.wrap(scratch.buf, known, buf, count, layout);
            PmlRequest started = runtime.pml.isend(data, dest, tag, mode, comm.context());
            rc = Refusal.of(started);
            if (rc == Rc.OK) {
                return new Request(comm, started, dest);
            }
            started.release();
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        } finally {
            runtime.giveBack(scratch);
            runtime.engine.exit();
        }
        throw BlockingCalls.sendFailed(runtime, comm, call, rc, count, type, dest, tag);
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
        try (var _ = Observed.call(call)) {
            Checks.receive(runtime, comm, call, count, type, source, tag);
            if (source == MPI.PROC_NULL) {
                return new Request(comm, ProcNullRequest.INSTANCE, MPI.PROC_NULL);
            }
            PmlRequest started =
                    ShortCalls.startReceive(
                            runtime, comm.context(), buf, count, type.layout(), source, tag);
            return started != null
                    ? made(runtime, comm, started, source)
                    : startReceiveOtherwise(runtime, comm, call, buf, count, type, source, tag);
        }
    }

    private static Request startReceiveOtherwise(
            MpiRuntime runtime,
            Communicator comm,
            String call,
            Object buf,
            int count,
            Datatype type,
            int source,
            int tag)
            throws MPIException {
        DataLayout layout = type.layout();
        long known = Buffers.knownAddress(buf, layout.gaplessBytes(count), true);
        if (known == 0) {
            Checks.writable(comm, call, buf, count, type);
        }
        runtime.engine.enter();
        CallScratch scratch = runtime.borrow();
        try {
            Buf data = Buffers.wrap(scratch.buf, known, buf, count, layout);
            return new Request(
                    comm, runtime.pml.ireceive(data, source, tag, comm.context()), source);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        } finally {
            runtime.giveBack(scratch);
            runtime.engine.exit();
        }
    }
}
