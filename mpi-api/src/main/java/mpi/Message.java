package mpi;

import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;

import java.lang.ref.Reference;
import java.nio.Buffer;

/**
 * A message that a matched probe found, to be received exactly once (MPI 3.1 §3.8.2). No other
 * receive or probe can get it.
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

    /** Returns whether the probe was of MPI_PROC_NULL: receiving gets nothing, at once. */
    public boolean isNoProc() {
        return noProc;
    }

    /**
     * Waits for a message and takes it (MPI_Mprobe, MPI 3.1 §3.8.2).
     *
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @param comm where it comes
     * @return sender, tag and length
     */
    public Status mProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("MPI_Mprobe", true, source, tag, comm);
    }

    /**
     * Takes a message if there is one (MPI_Improbe, MPI 3.1 §3.8.2).
     *
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @param comm where it comes
     * @return sender, tag and length; null when there is none, and this is a null message
     */
    public Status imProbe(int source, int tag, Comm comm) throws MPIException {
        return probe("MPI_Improbe", false, source, tag, comm);
    }

    private Status probe(String call, boolean block, int from, int tag, Comm where)
            throws MPIException {
        if (where == null) {
            MPI.check();
            throw Errors.raise(null, MPI.ERR_COMM, call, "the communicator is null");
        }
        Library library = where.library(call);
        where.checkSource(library, call, from, tag);
        comm = where;
        message = null;
        noProc = from == MPI.PROC_NULL;
        if (noProc) {
            return Status.ofProcNull();
        }
        Status status = null;
        library.engine.enter();
        try {
            PmlStatus found = library.lendStatus();
            message =
                    block
                            ? library.pml.mprobe(from, tag, where.context(), found)
                            : library.pml.improbe(from, tag, where.context(), found);
            if (message != null) {
                status = Status.of(found);
                source = status.getSource();
            }
            library.returnStatus(found);
        } finally {
            library.engine.exit();
        }
        if (block && status == null) {
            throw Errors.fail(where, Rc.PEER_FAILED, call, from, Errors.from(from, tag));
        }
        return status;
    }

    /**
     * Receives the message, which becomes null (MPI_Mrecv, MPI 3.1 §3.8.3).
     *
     * @param buf place for the elements
     * @param count number of elements that there is room for
     * @param type datatype of an element
     * @return sender, tag and length
     */
    public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
        return begin("MPI_Mrecv", buf, count, type).waitStatus("MPI_Mrecv");
    }

    /**
     * Starts receiving the message, which becomes null (MPI_Imrecv, MPI 3.1 §3.8.3).
     *
     * @param buf place for the elements; a direct buffer
     * @param count number of elements that there is room for
     * @param type datatype of an element
     */
    public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
        return imRecv((Object) buf, count, type);
    }

    /** As {@link #imRecv(Buffer, int, Datatype)}, into an array. An extension. */
    public Request imRecv(Object buf, int count, Datatype type) throws MPIException {
        Communicator.requireDirect(buf);
        return begin("MPI_Imrecv", buf, count, type);
    }

    private Request begin(String call, Object buf, int count, Datatype type) throws MPIException {
        Library library = MPI.library();
        if (isNull()) {
            throw Errors.raise(comm, MPI.ERR_REQUEST, call, "the message is null");
        }
        if (noProc) {
            noProc = false;
            return new Request(comm, ProcNullRequest.INSTANCE, null, MPI.PROC_NULL);
        }
        comm.checkElements(call, count, type);
        DataLayout layout = comm.writable(call, buf, count, type);
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        library.engine.enter();
        try {
            PmlRequest pml = library.pml.imrecv(base, offset, count, layout, message);
            message = null;
            return comm.began(library, pml, buf, source);
        } finally {
            library.engine.exit();
            Reference.reachabilityFence(buf);
        }
    }

    @Override
    public String toString() {
        return isNull() ? "null message" : noProc ? "no message" : "message from rank " + source;
    }
}
