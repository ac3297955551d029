package mpi;

import org.strata.mca.pml.SendMode;
import org.strata.opal.datatype.DataLayout;

import java.nio.Buffer;

/**
 * The persistent point-to-point calls of a communicator (MPI 3.1 §3.9); programs use {@link Comm}.
 * Buffers and errors are those of {@link PointToPoint}.
 */
public abstract sealed class PersistentCalls extends PointToPoint permits Collectives {
    /** Makes a null communicator. */
    PersistentCalls() {}

    private Prequest prepare(
            String call, SendMode mode, Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        requireDirect(buf);
        Library library = library(call);
        checkSend(library, call, count, type, dest, tag);
        if (dest == MPI.PROC_NULL) {
            return new Prequest(this, ProcNullRequest.INSTANCE, null, MPI.PROC_NULL);
        }
        DataLayout layout = readable(call, buf, count, type);
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        library.engine.enter();
        try {
            return new Prequest(
                    this,
                    library.pml.sendInit(base, offset, count, layout, dest, tag, mode, context()),
                    buf,
                    dest);
        } finally {
            library.engine.exit();
        }
    }

    /**
     * Prepares what {@link #send} does, to be started often (MPI_Send_init, MPI 3.1 §3.9).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the messages
     */
    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepare("MPI_Send_init", SendMode.STANDARD, buf, count, type, dest, tag);
    }

    /** As {@link #sendInit(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Prequest sendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepare("MPI_Send_init", SendMode.STANDARD, buf, count, type, dest, tag);
    }

    /**
     * Prepares what {@link #bSend} does, to be started often (MPI_Bsend_init, MPI 3.1 §3.9).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the messages
     */
    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepare("MPI_Bsend_init", SendMode.BUFFERED, buf, count, type, dest, tag);
    }

    /** As {@link #bSendInit(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Prequest bSendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepare("MPI_Bsend_init", SendMode.BUFFERED, buf, count, type, dest, tag);
    }

    /**
     * Prepares what {@link #sSend} does, to be started often (MPI_Ssend_init, MPI 3.1 §3.9).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the messages
     */
    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepare("MPI_Ssend_init", SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
    }

    /** As {@link #sSendInit(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Prequest sSendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepare("MPI_Ssend_init", SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
    }

    /**
     * Prepares what {@link #rSend} does, to be started often (MPI_Rsend_init, MPI 3.1 §3.9).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the messages
     */
    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepare("MPI_Rsend_init", SendMode.READY, buf, count, type, dest, tag);
    }

    /** As {@link #rSendInit(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Prequest rSendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return prepare("MPI_Rsend_init", SendMode.READY, buf, count, type, dest, tag);
    }

    /**
     * Prepares what {@link #recv} does, to be started often (MPI_Recv_init, MPI 3.1 §3.9).
     *
     * @param buf place for the elements; a direct buffer
     * @param count number of elements that there is room for
     * @param type datatype of an element
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the messages or {@link MPI#ANY_TAG}
     */
    public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return recvInit((Object) buf, count, type, source, tag);
    }

    /** As {@link #recvInit(Buffer, int, Datatype, int, int)}, into an array. An extension. */
    public final Prequest recvInit(Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        requireDirect(buf);
        Library library = library("MPI_Recv_init");
        checkReceive(library, "MPI_Recv_init", count, type, source, tag);
        if (source == MPI.PROC_NULL) {
            return new Prequest(this, ProcNullRequest.INSTANCE, null, MPI.PROC_NULL);
        }
        DataLayout layout = writable("MPI_Recv_init", buf, count, type);
        Object base = Buffers.base(buf);
        long offset = Buffers.offset(buf);
        library.engine.enter();
        try {
            return new Prequest(
                    this,
                    library.pml.receiveInit(base, offset, count, layout, source, tag, context()),
                    buf,
                    source);
        } finally {
            library.engine.exit();
        }
    }
}
