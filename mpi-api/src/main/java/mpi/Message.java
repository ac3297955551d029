package mpi;

import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.nio.Buffer;

/**
 * A message that a matched probe found, to be received exactly once (MPI 3.1 §3.8.2). The probe
 * removes it from matching: no other receive or probe can match it.
 */
public final class Message {
    private Communicator comm;
    private PmlMessage message;
    private boolean noProc;
    private int source;

    /** Makes a null message; a probe fills it. */
    public Message() {}

    /** Returns whether there is no message to receive. */
    public boolean isNull() {
        return message == null && !noProc;
    }

    /**
     * Returns whether the probe was of MPI_PROC_NULL: a receive completes at once, without data.
     */
    public boolean isNoProc() {
        return noProc;
    }

    /**
     * Waits for a message and matches it (MPI_Mprobe, MPI 3.1 §3.8.2).
     *
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @param comm communicator of the message
     * @return sender, tag and length
     */
    public Status mProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("MPI_Mprobe", true, source, tag, of(comm));
    }

    /**
     * Matches a message if there is one (MPI_Improbe, MPI 3.1 §3.8.2).
     *
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @param comm communicator of the message
     * @return sender, tag and length; null when there is none, and this is a null message
     */
    public Status imProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("MPI_Improbe", false, source, tag, of(comm));
    }

    private static Communicator of(Comm handle) {
        return handle == null ? null : handle.comm;
    }

    /** Waits for a message on behalf of another call, and matches it. */
    Status probe(String call, int from, int tag, Communicator where) throws MPIException {
        return probe(call, true, from, tag, where);
    }

    private Status probe(String call, boolean block, int from, int tag, Communicator where)
            throws MPIException {
        if (where == null) {
            MPI.check();
            throw Errors.raise(null, MPI.ERR_COMM, call, "the communicator is null");
        }
        try (var _ = Observed.call(call)) {
            MpiRuntime runtime = Checks.runtime(where, call);
            Checks.envelope(runtime, where, call, from, tag);
            comm = where;
            message = null;
            noProc = from == MPI.PROC_NULL;
            if (noProc) {
                return Status.ofProcNull();
            }
            Status status = null;
            runtime.engine.enter();
            CallScratch scratch = runtime.borrow();
            try {
                PmlStatus found = scratch.status;
                message =
                        block
                                ? runtime.pml.mprobe(from, tag, comm.context(), found)
                                : runtime.pml.improbe(from, tag, comm.context(), found);
                if (message != null) {
                    status = Status.of(found);
                    source = status.getSource();
                }
            } catch (Error | RuntimeException e) {
                throw runtime.cutOff(e);
            } finally {
                runtime.giveBack(scratch);
                runtime.engine.exit();
            }
            if (block && status == null) {
                throw Errors.fail(comm, Rc.PEER_FAILED, call, from, Origin.of(from, tag));
            }
            return status;
        }
    }

    /**
     * Receives the message, which becomes null (MPI_Mrecv, MPI 3.1 §3.8.3).
     *
     * @param buf receives the elements
     * @param count number of elements that there is room for
     * @param type datatype of an element
     * @return sender, tag and length
     */
    public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
        try (var _ = Observed.call("MPI_Mrecv")) {
            return begin("MPI_Mrecv", buf, count, type).waitStatus("MPI_Mrecv");
        }
    }

    /**
     * Starts receiving the message, which becomes null (MPI_Imrecv, MPI 3.1 §3.8.3).
     *
     * @param buf receives the elements; a direct buffer
     * @param count number of elements that there is room for
     * @param type datatype of an element
     */
    public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
        return imRecv((Object) buf, count, type);
    }

    /** As {@link #imRecv(Buffer, int, Datatype)}, into an array. An extension. */
    public Request imRecv(Object buf, int count, Datatype type) throws MPIException {
        Checks.direct(buf);
        try (var _ = Observed.call("MPI_Imrecv")) {
            return begin("MPI_Imrecv", buf, count, type);
        }
    }

    private Request begin(String call, Object buf, int count, Datatype type) throws MPIException {
        MpiRuntime runtime = MpiRuntime.current();
        if (isNull()) {
            throw Errors.raise(comm, MPI.ERR_REQUEST, call, "the message is null");
        }
        if (noProc) {
            noProc = false;
            return new Request(comm, ProcNullRequest.INSTANCE, MPI.PROC_NULL);
        }
        Checks.elements(comm, call, count, type);
        DataLayout layout = Checks.writable(comm, call, buf, count, type);
        runtime.engine.enter();
        CallScratch scratch = runtime.borrow();
        try {
            Buf data = Buffers.wrap(scratch.buf, buf, 0, count, layout);
            PmlRequest pml = runtime.pml.imrecv(data, message);
            message = null;
            return new Request(comm, pml, source);
        } catch (Error | RuntimeException e) {
            throw runtime.cutOff(e);
        } finally {
            runtime.giveBack(scratch);
            runtime.engine.exit();
        }
    }

    @Override
    public String toString() {
        return isNull() ? "null message" : noProc ? "no message" : "message from rank " + source;
    }
}
