package mpi;

import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.PmlStatus;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;

import java.lang.ref.Reference;
import java.nio.Buffer;

/**
 * The point-to-point calls of a communicator (MPI 3.1 chapter 3); programs use {@link Comm}.
 *
 * <p><b>Buffers</b> are primitive arrays, NIO buffers from their element 0 (array offset; position
 * and limit do not count), or null where no data moves. The Java type need not match the datatype.
 * Gaps of derived datatypes and elements beyond the received ones stay untouched. Non-blocking
 * calls take direct NIO buffers, and arrays as an extension of Open MPI's API; the buffer belongs
 * to the library until the request is complete.
 *
 * <p><b>Errors</b> of every call here, as the communicator's error handler says: ERR_COMM,
 * ERR_COUNT, ERR_TYPE, ERR_TAG, ERR_RANK, ERR_BUFFER (also when the described elements exceed the
 * array or buffer), ERR_TRUNCATE, ERR_PROC_ABORTED. MPI_PROC_NULL as peer: nothing happens.
 */
public abstract sealed class PointToPoint extends Communicator permits PersistentCalls {
    /** Makes a null communicator. */
    PointToPoint() {}

    // ---- Blocking.

    private void sendNow(
            String call, SendMode mode, Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        Library library = library(call);
        checkSend(library, call, count, type, dest, tag);
        if (dest == MPI.PROC_NULL) {
            return;
        }
        DataLayout layout = readable(call, buf, count, type);
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        int rc;
        library.engine.enter();
        try {
            rc = library.pml.send(base, offset, count, layout, dest, tag, mode, context());
        } finally {
            library.engine.exit();
            Reference.reachabilityFence(buf);
        }
        if (rc != Rc.OK) {
            throw sendFailed(library, call, rc, count, type, dest, tag);
        }
    }

    private MPIException sendFailed(
            Library library, String call, int rc, int count, Datatype type, int dest, int tag) {
        long bytes = count * type.layout().size();
        String what = bytes + " bytes to rank " + dest + ", tag " + tag;
        if (rc == Rc.NO_BUFFER_SPACE) {
            what += ": " + library.bufferSpace();
        }
        return Errors.fail(this, rc, call, dest, what);
    }

    /**
     * Sends in standard mode (MPI_Send, MPI 3.1 §3.2): returns when the buffer may be reused, which
     * may be before the message is received.
     *
     * @param buf the elements
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final void send(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        sendNow("MPI_Send", SendMode.STANDARD, buf, count, type, dest, tag);
    }

    /**
     * Sends in buffered mode (MPI_Bsend, MPI 3.1 §3.4): returns once the message is in the buffer
     * of {@link MPI#attachBuffer}.
     *
     * @param buf the elements
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        sendNow("MPI_Bsend", SendMode.BUFFERED, buf, count, type, dest, tag);
    }

    /**
     * Sends in synchronous mode (MPI_Ssend, MPI 3.1 §3.4): returns only after the receive has
     * matched.
     *
     * @param buf the elements
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        sendNow("MPI_Ssend", SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
    }

    /**
     * Sends in ready mode (MPI_Rsend, MPI 3.1 §3.4): the receive must be posted already.
     *
     * @param buf the elements
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        sendNow("MPI_Rsend", SendMode.READY, buf, count, type, dest, tag);
    }

    /**
     * Receives (MPI_Recv, MPI 3.1 §3.2.4).
     *
     * @param buf place for the elements
     * @param count number of elements that there is room for
     * @param type datatype of an element
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @return sender, tag and length
     */
    public final Status recv(Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        // Small enough to be inlined: a status that the caller ignores is then never made.
        return Status.of(receiveNow(buf, count, type, source, tag));
    }

    /** Receives; what it returns is the library's, and valid until this thread's next call. */
    private PmlStatus receiveNow(Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        Library library = library("MPI_Recv");
        checkReceive(library, "MPI_Recv", count, type, source, tag);
        if (source == MPI.PROC_NULL) {
            return Status.PROC_NULL;
        }
        DataLayout layout = writable("MPI_Recv", buf, count, type);
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        PmlStatus found;
        int rc;
        library.engine.enter();
        try {
            found = library.lendStatus();
            rc = library.pml.receive(base, offset, count, layout, source, tag, context(), found);
            if (!library.engine.threadMultiple()) {
                library.returnStatus(found);
            }
        } finally {
            library.engine.exit();
            Reference.reachabilityFence(buf);
        }
        if (rc != Rc.OK) {
            throw receiveFailed(rc, count, type, source, tag, found);
        }
        return found;
    }

    /**
     * Makes the error of a failed receive, with the message's origin and the room there was. What
     * never matched has no origin: the one that was asked for stands for it.
     */
    private MPIException receiveFailed(
            int rc, int count, Datatype type, int source, int tag, PmlStatus found) {
        boolean matched = found.source >= 0;
        int from = matched ? found.source : source;
        String room = ": there is room for " + count + " × " + type;
        String bytes = " (" + count * type.layout().size() + " bytes)";
        String what = Errors.from(from, matched ? found.tag : tag) + room + bytes;
        return Errors.fail(this, rc, "MPI_Recv", from, what);
    }

    /**
     * Sends and receives at the same time (MPI_Sendrecv, MPI 3.1 §3.10). The buffers must not
     * overlap.
     *
     * @param sendbuf the elements to send
     * @param sendcount number of elements to send
     * @param sendtype datatype of an element to send
     * @param dest rank of the receiver
     * @param sendtag tag of the message to send
     * @param recvbuf place for the elements to receive
     * @param recvcount number of elements that there is room for
     * @param recvtype datatype of an element to receive
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param recvtag tag of the message to receive or {@link MPI#ANY_TAG}
     * @return sender, tag and length of the received message
     */
    public final Status sendRecv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag)
            throws MPIException {
        Library library = library("MPI_Sendrecv");
        checkSend(library, "MPI_Sendrecv", sendcount, sendtype, dest, sendtag);
        Request receive = receive("MPI_Sendrecv", recvbuf, recvcount, recvtype, source, recvtag);
        try {
            sendNow("MPI_Sendrecv", SendMode.STANDARD, sendbuf, sendcount, sendtype, dest, sendtag);
        } catch (MPIException e) {
            Exchange.giveUp(library, receive);
            throw e;
        }
        return receive.waitStatus("MPI_Sendrecv");
    }

    /**
     * Sends the buffer's elements and replaces them by received ones (MPI_Sendrecv_replace, MPI 3.1
     * §3.10).
     *
     * @param buf the elements to send, then the received ones
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param sendtag tag of the message to send
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param recvtag tag of the message to receive or {@link MPI#ANY_TAG}
     * @return sender, tag and length of the received message
     */
    public final Status sendRecvReplace(
            Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag)
            throws MPIException {
        Library library = library("MPI_Sendrecv_replace");
        checkSend(library, "MPI_Sendrecv_replace", count, type, dest, sendtag);
        checkReceive(library, "MPI_Sendrecv_replace", count, type, source, recvtag);
        writable("MPI_Sendrecv_replace", buf, count, type);
        byte[] copy = Exchange.pack(buf, count, type.layout());
        return sendRecv(
                copy, copy.length, MPI.PACKED, dest, sendtag, buf, count, type, source, recvtag);
    }

    // ---- Non-blocking.

    private Request begin(
            String call, SendMode mode, Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        Library library = library(call);
        checkSend(library, call, count, type, dest, tag);
        if (dest == MPI.PROC_NULL) {
            return new Request(this, ProcNullRequest.INSTANCE, null, MPI.PROC_NULL);
        }
        DataLayout layout = readable(call, buf, count, type);
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        library.engine.enter();
        try {
            PmlRequest started =
                    library.pml.isend(base, offset, count, layout, dest, tag, mode, context());
            if (!isUnreachable(started)) {
                return began(library, started, buf, dest);
            }
            started.release();
        } finally {
            library.engine.exit();
            Reference.reachabilityFence(buf);
        }
        throw sendFailed(library, call, Rc.UNREACHABLE, count, type, dest, tag);
    }

    /**
     * Returns whether no link leads to the receiver. That is told by the call itself: who waits for
     * this request waits for others, too, and a receive from the same peer would never end.
     */
    private static boolean isUnreachable(PmlRequest started) {
        return started.isDone() && started.error == Rc.UNREACHABLE;
    }

    private Request receive(String call, Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        Library library = library(call);
        checkReceive(library, call, count, type, source, tag);
        if (source == MPI.PROC_NULL) {
            return new Request(this, ProcNullRequest.INSTANCE, null, MPI.PROC_NULL);
        }
        DataLayout layout = writable(call, buf, count, type);
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        library.engine.enter();
        try {
            return began(
                    library,
                    library.pml.ireceive(base, offset, count, layout, source, tag, context()),
                    buf,
                    source);
        } finally {
            library.engine.exit();
            Reference.reachabilityFence(buf);
        }
    }

    /**
     * Starts what {@link #send} does (MPI_Isend, MPI 3.1 §3.7.2).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        requireDirect(buf);
        return begin("MPI_Isend", SendMode.STANDARD, buf, count, type, dest, tag);
    }

    /** As {@link #iSend(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Request iSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        requireDirect(buf);
        return begin("MPI_Isend", SendMode.STANDARD, buf, count, type, dest, tag);
    }

    /**
     * Starts what {@link #bSend} does (MPI_Ibsend, MPI 3.1 §3.7.2).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        requireDirect(buf);
        return begin("MPI_Ibsend", SendMode.BUFFERED, buf, count, type, dest, tag);
    }

    /** As {@link #ibSend(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Request ibSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        requireDirect(buf);
        return begin("MPI_Ibsend", SendMode.BUFFERED, buf, count, type, dest, tag);
    }

    /**
     * Starts what {@link #sSend} does (MPI_Issend, MPI 3.1 §3.7.2).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        requireDirect(buf);
        return begin("MPI_Issend", SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
    }

    /** As {@link #isSend(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Request isSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        requireDirect(buf);
        return begin("MPI_Issend", SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
    }

    /**
     * Starts what {@link #rSend} does (MPI_Irsend, MPI 3.1 §3.7.2).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        requireDirect(buf);
        return begin("MPI_Irsend", SendMode.READY, buf, count, type, dest, tag);
    }

    /** As {@link #irSend(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Request irSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        requireDirect(buf);
        return begin("MPI_Irsend", SendMode.READY, buf, count, type, dest, tag);
    }

    /**
     * Starts what {@link #recv} does (MPI_Irecv, MPI 3.1 §3.7.2).
     *
     * @param buf place for the elements; a direct buffer
     * @param count number of elements that there is room for
     * @param type datatype of an element
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     */
    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        requireDirect(buf);
        return receive("MPI_Irecv", buf, count, type, source, tag);
    }

    /** As {@link #iRecv(Buffer, int, Datatype, int, int)}, into an array. An extension. */
    public final Request iRecv(Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        requireDirect(buf);
        return receive("MPI_Irecv", buf, count, type, source, tag);
    }

    // ---- Probing.

    /**
     * Waits for a message without receiving it (MPI_Probe, MPI 3.1 §3.8.1).
     *
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @return sender, tag and length
     */
    public final Status probe(int source, int tag) throws MPIException {
        Library library = library("MPI_Probe");
        checkSource(library, "MPI_Probe", source, tag);
        if (source == MPI.PROC_NULL) {
            return Status.ofProcNull();
        }
        Status status = new Status();
        int rc;
        library.engine.enter();
        try {
            PmlStatus found = library.lendStatus();
            rc = library.pml.probe(source, tag, context(), found);
            status.set(found);
            library.returnStatus(found);
        } finally {
            library.engine.exit();
        }
        if (rc != Rc.OK) {
            throw Errors.fail(this, rc, "MPI_Probe", source, Errors.from(source, tag));
        }
        return status;
    }

    /**
     * Looks for a message without receiving it (MPI_Iprobe, MPI 3.1 §3.8.1).
     *
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @return sender, tag and length; null when there is none
     */
    public final Status iProbe(int source, int tag) throws MPIException {
        Library library = library("MPI_Iprobe");
        checkSource(library, "MPI_Iprobe", source, tag);
        if (source == MPI.PROC_NULL) {
            return Status.ofProcNull();
        }
        library.engine.enter();
        try {
            PmlStatus found = library.lendStatus();
            boolean there = library.pml.iprobe(source, tag, context(), found);
            Status status = there ? Status.of(found) : null;
            library.returnStatus(found);
            return status;
        } finally {
            library.engine.exit();
        }
    }
}
