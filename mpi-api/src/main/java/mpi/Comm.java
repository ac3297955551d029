package mpi;

import org.strata.mca.coll.Coll;
import org.strata.mca.pml.SendMode;
import org.strata.opal.jit.CompiledInto;

import java.io.ObjectInputFilter;
import java.nio.Buffer;

/**
 * A communicator: a group of processes with a context of its own, so that its messages match only
 * its receives (MPI 3.1 chapter 6).
 *
 * <p><b>Buffers</b> are primitive arrays, NIO buffers from their element 0 (heap buffers: from
 * their array offset; position and limit do not count), memory segments as an extension of Open
 * MPI's API, or null where no data moves. The Java type need not match the datatype: memory is
 * transferred bytewise. Gaps of derived datatypes and elements beyond the received ones keep their
 * values. Non-blocking and persistent calls take direct NIO buffers, and arrays as an extension of
 * Open MPI's API; their buffers belong to the library until the request is complete.
 *
 * <p><b>Collective calls</b> (MPI 3.1 chapter 5): all members call the same operations in the same
 * order with matching arguments. Counts and displacements count elements (extents) of the datatype;
 * arrays of them have one entry per rank. The form without a send buffer is MPI's "in place": this
 * process's contribution is taken from the receive buffer. Arguments that only the root needs are
 * ignored elsewhere. Send and receive buffers must not overlap.
 *
 * <p><b>Reductions</b> by predefined operations take predefined datatypes (MPI 3.1 §5.9.2); other
 * datatypes need a user's operation. ERR_OP reports an operation that is not defined on the
 * datatype.
 *
 * <p><b>Neighbourhood calls</b> (MPI 3.1 §7.6) need a communicator with a topology, otherwise they
 * report ERR_TOPOLOGY. Blocks of neighbours that are MPI_PROC_NULL keep their values.
 *
 * <p><b>Errors</b> of every call are reported as the communicator's error handler says: ERR_COMM,
 * ERR_COUNT, ERR_TYPE, ERR_TAG, ERR_RANK, ERR_ROOT, ERR_ARG, ERR_BUFFER (also when the described
 * elements exceed the array or buffer), ERR_TRUNCATE, ERR_PROC_ABORTED. Communication with
 * MPI_PROC_NULL completes at once and moves no data.
 */
public class Comm implements Freeable, Cloneable {
    /** Split type: the processes that share memory, for {@link Intracomm#splitType}. */
    public static final int TYPE_SHARED = 0;

    /** What this object is the program's handle of. */
    final Communicator comm;

    private final Request opening;

    Comm(Communicator comm) {
        this(comm, MPI.REQUEST_NULL);
    }

    /** Makes a duplicate that {@code opening} makes usable. */
    Comm(Communicator comm, Request opening) {
        this.comm = comm;
        this.opening = opening;
    }

    // ---- Blocking point-to-point communication (MPI 3.1 §3.2, §3.4, §3.10).

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
        BlockingCalls.sendNow(comm, buf, count, type, dest, tag);
    }

    /**
     * Sends in buffered mode (MPI_Bsend, MPI 3.1 §3.4): returns once the message is in the buffer
     * that {@link MPI#attachBuffer} attached. While none is attached, messages up to 1 KiB are sent
     * without, as in Open MPI, and longer ones are ERR_BUFFER.
     *
     * @param buf the elements
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final void bSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        SendMode mode = BufferedMode.of(count, type);
        BlockingCalls.send(comm, "MPI_Bsend", mode, buf, count, type, dest, tag);
    }

    /**
     * Sends in synchronous mode (MPI_Ssend, MPI 3.1 §3.4): returns only after the message has
     * matched a receive.
     *
     * @param buf the elements
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final void sSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        BlockingCalls.send(comm, "MPI_Ssend", SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
    }

    /**
     * Sends in ready mode (MPI_Rsend, MPI 3.1 §3.4): the receiver must have posted the receive
     * already.
     *
     * @param buf the elements
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the message
     */
    public final void rSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        BlockingCalls.send(comm, "MPI_Rsend", SendMode.READY, buf, count, type, dest, tag);
    }

    /**
     * Receives (MPI_Recv, MPI 3.1 §3.2.4).
     *
     * @param buf receives the elements
     * @param count number of elements that there is room for
     * @param type datatype of an element
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @return sender, tag and length
     */
    @CompiledInto("The JIT removes a status that the caller ignores, whatever its profile says.")
    public final Status recv(Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return Status.of(BlockingCalls.receiveNow(comm, buf, count, type, source, tag));
    }

    /**
     * Sends and receives at the same time (MPI_Sendrecv, MPI 3.1 §3.10).
     *
     * @param sendbuf the elements to send
     * @param sendcount number of elements to send
     * @param sendtype datatype of an element to send
     * @param dest rank of the receiver
     * @param sendtag tag of the message to send
     * @param recvbuf receives the elements; must not overlap {@code sendbuf}
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
        return BlockingCalls.sendReceive(
                comm, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                source, recvtag);
    }

    /**
     * Sends the buffer's elements and replaces them by received ones (MPI_Sendrecv_replace, MPI 3.1
     * §3.10). Needs as much native memory as the elements have bytes, until it returns; ERR_NO_MEM
     * when that is not there ({@code -XX:MaxDirectMemorySize}).
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
        return ReplaceCalls.sendReceive(comm, buf, count, type, dest, sendtag, source, recvtag);
    }

    // ---- Non-blocking point-to-point communication (MPI 3.1 §3.7).

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
        return NonBlockingCalls.send(
                comm, "MPI_Isend", SendMode.STANDARD, buf, count, type, dest, tag);
    }

    /** As {@link #iSend(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Request iSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return NonBlockingCalls.send(
                comm, "MPI_Isend", SendMode.STANDARD, buf, count, type, dest, tag);
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
        SendMode mode = BufferedMode.of(count, type);
        return NonBlockingCalls.send(comm, "MPI_Ibsend", mode, buf, count, type, dest, tag);
    }

    /** As {@link #ibSend(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Request ibSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        SendMode mode = BufferedMode.of(count, type);
        return NonBlockingCalls.send(comm, "MPI_Ibsend", mode, buf, count, type, dest, tag);
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
        return NonBlockingCalls.send(
                comm, "MPI_Issend", SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
    }

    /** As {@link #isSend(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Request isSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return NonBlockingCalls.send(
                comm, "MPI_Issend", SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
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
        return NonBlockingCalls.send(
                comm, "MPI_Irsend", SendMode.READY, buf, count, type, dest, tag);
    }

    /** As {@link #irSend(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Request irSend(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return NonBlockingCalls.send(
                comm, "MPI_Irsend", SendMode.READY, buf, count, type, dest, tag);
    }

    /**
     * Starts what {@link #recv} does (MPI_Irecv, MPI 3.1 §3.7.2).
     *
     * @param buf receives the elements; a direct buffer
     * @param count number of elements that there is room for
     * @param type datatype of an element
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     */
    public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return NonBlockingCalls.receive(comm, buf, count, type, source, tag);
    }

    /** As {@link #iRecv(Buffer, int, Datatype, int, int)}, into an array. An extension. */
    public final Request iRecv(Object buf, int count, Datatype type, int source, int tag)
            throws MPIException {
        return NonBlockingCalls.receive(comm, buf, count, type, source, tag);
    }

    // ---- Persistent point-to-point communication (MPI 3.1 §3.9).

    /**
     * Makes a request that each start lets do what {@link #send} does (MPI_Send_init, MPI 3.1
     * §3.9).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the messages
     */
    public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return sendInit((Object) buf, count, type, dest, tag);
    }

    /** As {@link #sendInit(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Prequest sendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        Elements data = new Elements(buf, count, type);
        return PersistentCalls.send(comm, "MPI_Send_init", SendMode.STANDARD, data, dest, tag);
    }

    /**
     * Makes a request that each start lets do what {@link #bSend} does (MPI_Bsend_init, MPI 3.1
     * §3.9).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the messages
     */
    public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return bSendInit((Object) buf, count, type, dest, tag);
    }

    /** As {@link #bSendInit(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Prequest bSendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        Elements data = new Elements(buf, count, type);
        return PersistentCalls.send(comm, "MPI_Bsend_init", SendMode.BUFFERED, data, dest, tag);
    }

    /**
     * Makes a request that each start lets do what {@link #sSend} does (MPI_Ssend_init, MPI 3.1
     * §3.9).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the messages
     */
    public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return sSendInit((Object) buf, count, type, dest, tag);
    }

    /** As {@link #sSendInit(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Prequest sSendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        Elements data = new Elements(buf, count, type);
        return PersistentCalls.send(comm, "MPI_Ssend_init", SendMode.SYNCHRONOUS, data, dest, tag);
    }

    /**
     * Makes a request that each start lets do what {@link #rSend} does (MPI_Rsend_init, MPI 3.1
     * §3.9).
     *
     * @param buf the elements; a direct buffer
     * @param count number of elements
     * @param type datatype of an element
     * @param dest rank of the receiver
     * @param tag tag of the messages
     */
    public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        return rSendInit((Object) buf, count, type, dest, tag);
    }

    /** As {@link #rSendInit(Buffer, int, Datatype, int, int)}, from an array. An extension. */
    public final Prequest rSendInit(Object buf, int count, Datatype type, int dest, int tag)
            throws MPIException {
        Elements data = new Elements(buf, count, type);
        return PersistentCalls.send(comm, "MPI_Rsend_init", SendMode.READY, data, dest, tag);
    }

    /**
     * Makes a request that each start lets do what {@link #recv} does (MPI_Recv_init, MPI 3.1
     * §3.9).
     *
     * @param buf receives the elements; a direct buffer
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
        return PersistentCalls.receive(comm, new Elements(buf, count, type), source, tag);
    }

    // ---- Probing (MPI 3.1 §3.8.1).

    /**
     * Waits for a message without receiving it (MPI_Probe, MPI 3.1 §3.8.1).
     *
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @return sender, tag and length
     */
    public final Status probe(int source, int tag) throws MPIException {
        return ProbeCalls.probe(comm, source, tag);
    }

    /**
     * Polls for a message without receiving it (MPI_Iprobe, MPI 3.1 §3.8.1).
     *
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @return sender, tag and length; null when there is none
     */
    public final Status iProbe(int source, int tag) throws MPIException {
        return ProbeCalls.probeOnce(comm, source, tag);
    }

    // ---- Java objects, an extension: serialised, with the number of bytes before them.

    /**
     * Sends a Java object, serialised, in standard mode; {@link #recvObject(int, int)} receives it.
     *
     * @param value anything serialisable, or null
     * @param dest rank of the receiver
     * @param tag tag of the message
     * @throws MPIException ERR_ARG with the reason as cause if it cannot be serialised;
     *     ERR_TRUNCATE if it is longer than mpi_max_object_size
     */
    public final void sendObject(Object value, int dest, int tag) throws MPIException {
        ObjectCalls.send(comm, value, dest, tag);
    }

    /**
     * Receives a Java object; the JVM's serial filter applies.
     *
     * @param source rank of the sender or {@link MPI#ANY_SOURCE}
     * @param tag tag of the message or {@link MPI#ANY_TAG}
     * @return the object; null also from {@link MPI#PROC_NULL}
     * @throws MPIException ERR_CONVERSION with the reason as cause if it cannot be deserialised or
     *     is no object; ERR_TRUNCATE if it is longer than mpi_max_object_size
     */
    public final Object recvObject(int source, int tag) throws MPIException {
        return ObjectCalls.receive(comm, source, tag, null);
    }

    /**
     * As {@link #recvObject(int, int)}, with a filter of its own.
     *
     * @param filter which classes, and how much of them, may be deserialised; null for the JVM's
     */
    public final Object recvObject(int source, int tag, ObjectInputFilter filter)
            throws MPIException {
        return ObjectCalls.receive(comm, source, tag, filter);
    }

    /**
     * Sends the root's Java object to all members; the JVM's serial filter applies.
     *
     * @param value at the root: anything serialisable, or null; elsewhere it is ignored
     * @param root rank that has the object
     * @return at the root {@code value}, elsewhere a copy
     * @throws MPIException as {@link #sendObject} at the root, ERR_OTHER elsewhere then; as {@link
     *     #recvObject(int, int)}
     */
    public final Object bcastObject(Object value, int root) throws MPIException {
        return ObjectCalls.broadcast(comm, value, root, null);
    }

    /**
     * As {@link #bcastObject(Object, int)}, with a filter of its own.
     *
     * @param filter which classes, and how much of them, may be deserialised; null for the JVM's
     */
    public final Object bcastObject(Object value, int root, ObjectInputFilter filter)
            throws MPIException {
        return ObjectCalls.broadcast(comm, value, root, filter);
    }

    // ---- Packing (MPI 3.1 §4.2).

    /**
     * Packs elements into an array (MPI_Pack, MPI 3.1 §4.2). Send the result with datatype {@link
     * MPI#PACKED}.
     *
     * @param inbuf the elements
     * @param incount number of elements
     * @param type datatype of an element
     * @param outbuf receives the packed elements
     * @param position byte in {@code outbuf} to begin at
     * @return byte in {@code outbuf} after the last one written
     * @throws MPIException ERR_TRUNCATE if {@code outbuf} is too short
     */
    public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position)
            throws MPIException {
        return PackCalls.pack(comm, inbuf, incount, type, outbuf, position);
    }

    /**
     * Unpacks elements from an array (MPI_Unpack, MPI 3.1 §4.2).
     *
     * @param inbuf packed elements
     * @param position byte in {@code inbuf} to begin at
     * @param outbuf receives the elements
     * @param outcount number of elements
     * @param type datatype of an element
     * @return byte in {@code inbuf} after the last one read
     * @throws MPIException ERR_TRUNCATE if {@code inbuf} is too short
     */
    public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type)
            throws MPIException {
        return PackCalls.unpack(comm, inbuf, position, outbuf, outcount, type);
    }

    /**
     * Returns the bytes that elements take when packed (MPI_Pack_size, MPI 3.1 §4.2).
     *
     * @param incount number of elements
     * @param type datatype of an element
     */
    public final int packSize(int incount, Datatype type) throws MPIException {
        return PackCalls.size(comm, incount, type);
    }

    // ---- Barrier, broadcast, gather and scatter (MPI 3.1 §5.3 to §5.6).

    /** Waits until all members have called it (MPI_Barrier, MPI 3.1 §5.3). */
    public final void barrier() throws MPIException {
        CollectiveCalls.barrier(comm, "MPI_Barrier").run();
    }

    /**
     * Sends the root's elements to all members (MPI_Bcast, MPI 3.1 §5.4).
     *
     * @param buf the elements at the root; receives them elsewhere
     * @param count number of elements
     * @param type datatype of an element
     * @param root rank that has the elements
     */
    public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
        CollectiveCalls.bcast(comm, "MPI_Bcast", buf, count, type, root).run();
    }

    /**
     * Collects the same number of elements from each member at the root, in rank order (MPI_Gather,
     * MPI 3.1 §5.5).
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf at the root: receives all elements
     * @param recvcount at the root: elements from each member
     * @param recvtype at the root: datatype of a received element
     * @param root rank that collects
     */
    public final void gather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveCalls.gather(
                        comm,
                        "MPI_Gather",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype,
                        root)
                .run();
    }

    /**
     * As the other form, the root's own elements in place (MPI_Gather with MPI_IN_PLACE).
     *
     * @param buf at the root: receives all elements, and holds its own in their place; elsewhere:
     *     this process's elements
     * @param count elements from each member
     * @param type datatype of an element
     * @param root rank that collects
     */
    public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
        CollectiveCalls.gather(comm, "MPI_Gather", buf, count, type, root).run();
    }

    /**
     * Collects elements from each member at the root (MPI_Gatherv, MPI 3.1 §5.5).
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf at the root: receives all elements
     * @param recvcount at the root: elements from each member
     * @param displs at the root: where in {@code recvbuf} those from each member go
     * @param recvtype at the root: datatype of a received element
     * @param root rank that collects
     */
    public final void gatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        CollectiveCalls.gatherv(comm, "MPI_Gatherv", send, receive, root).run();
    }

    /**
     * As the first form, at the root, whose own elements are in place.
     *
     * @param recvbuf receives all elements
     * @param recvcount elements from each member
     * @param displs where in {@code recvbuf} those from each member go
     * @param recvtype datatype of an element
     * @param root this process's rank
     */
    public final void gatherv(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        CollectiveCalls.gatherv(comm, "MPI_Gatherv", Elements.IN_PLACE, receive, root).run();
    }

    /**
     * As the first form, at the other members than the root.
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param root rank that collects
     */
    public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        CollectiveCalls.gatherv(comm, "MPI_Gatherv", send, Blocks.NONE, root).run();
    }

    /**
     * Sends each member an equal part of the root's elements, in rank order (MPI_Scatter, MPI 3.1
     * §5.6).
     *
     * @param sendbuf at the root: all elements
     * @param sendcount at the root: elements for each member
     * @param sendtype at the root: datatype of a sent element
     * @param recvbuf receives this process's elements
     * @param recvcount number of them
     * @param recvtype datatype of one
     * @param root rank that has the elements
     */
    public final void scatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        CollectiveCalls.scatter(
                        comm,
                        "MPI_Scatter",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype,
                        root)
                .run();
    }

    /**
     * As the other form, the root's own elements staying in place (MPI_Scatter with MPI_IN_PLACE).
     *
     * @param buf at the root: all elements; elsewhere: receives this process's elements
     * @param count elements for each member
     * @param type datatype of an element
     * @param root rank that has the elements
     */
    public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
        CollectiveCalls.scatter(comm, "MPI_Scatter", buf, count, type, root).run();
    }

    /**
     * Sends each member its part of the root's elements (MPI_Scatterv, MPI 3.1 §5.6).
     *
     * @param sendbuf at the root: all elements
     * @param sendcount at the root: elements for each member
     * @param displs at the root: where in {@code sendbuf} those for each member are
     * @param sendtype at the root: datatype of a sent element
     * @param recvbuf receives this process's elements
     * @param recvcount number of them
     * @param recvtype datatype of one
     * @param root rank that has the elements
     */
    public final void scatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        Blocks send = new Blocks(sendbuf, sendcount, displs, sendtype);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        CollectiveCalls.scatterv(comm, "MPI_Scatterv", send, receive, root).run();
    }

    /**
     * As the first form, at the root, whose own elements stay in place.
     *
     * @param sendbuf all elements
     * @param sendcount elements for each member
     * @param displs where in {@code sendbuf} those for each member are
     * @param sendtype datatype of an element
     * @param root this process's rank
     */
    public final void scatterv(
            Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        Blocks send = new Blocks(sendbuf, sendcount, displs, sendtype);
        CollectiveCalls.scatterv(comm, "MPI_Scatterv", send, Elements.IN_PLACE, root).run();
    }

    /**
     * As the first form, at the other members than the root.
     *
     * @param recvbuf receives this process's elements
     * @param recvcount number of them
     * @param recvtype datatype of one
     * @param root rank that has the elements
     */
    public final void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        CollectiveCalls.scatterv(comm, "MPI_Scatterv", Blocks.NONE, receive, root).run();
    }

    // ---- All-to-all collectives (MPI 3.1 §5.7, §5.8).

    /**
     * Collects the same number of elements from each member at all members (MPI_Allgather, MPI 3.1
     * §5.7).
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf receives all elements, in rank order
     * @param recvcount elements from each member
     * @param recvtype datatype of a received element
     */
    public final void allGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        CollectiveCalls.allGather(
                        comm,
                        "MPI_Allgather",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype)
                .run();
    }

    /**
     * As the other form, this process's elements in place.
     *
     * @param buf receives all elements, in rank order, and holds this process's in their place
     * @param count elements from each member
     * @param type datatype of an element
     */
    public final void allGather(Object buf, int count, Datatype type) throws MPIException {
        CollectiveCalls.allGather(
                        comm,
                        "MPI_Allgather",
                        CollectiveBuffers.IN_PLACE,
                        0,
                        null,
                        buf,
                        count,
                        type)
                .run();
    }

    /**
     * Collects elements from each member at all members (MPI_Allgatherv, MPI 3.1 §5.7).
     *
     * @param sendbuf this process's elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf receives all elements
     * @param recvcount elements from each member
     * @param displs where in {@code recvbuf} those from each member go
     * @param recvtype datatype of a received element
     */
    public final void allGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        CollectiveCalls.allGatherv(comm, "MPI_Allgatherv", send, receive).run();
    }

    /**
     * As the other form, this process's elements in place.
     *
     * @param recvbuf receives all elements, and holds this process's in their place
     * @param recvcount elements from each member
     * @param displs where in {@code recvbuf} those from each member go
     * @param recvtype datatype of an element
     */
    public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
            throws MPIException {
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        CollectiveCalls.allGatherv(comm, "MPI_Allgatherv", Elements.IN_PLACE, receive).run();
    }

    /**
     * Sends the same number of elements from each member to each member (MPI_Alltoall, MPI 3.1
     * §5.8).
     *
     * @param sendbuf the elements, in the order of their receivers
     * @param sendcount elements for each member
     * @param sendtype datatype of a sent element
     * @param recvbuf receives the elements, in the order of their senders
     * @param recvcount elements from each member
     * @param recvtype datatype of a received element
     */
    public final void allToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        CollectiveCalls.allToAll(
                        comm,
                        "MPI_Alltoall",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype)
                .run();
    }

    /**
     * Sends elements from each member to each member (MPI_Alltoallv, MPI 3.1 §5.8).
     *
     * @param sendbuf the elements
     * @param sendcount elements for each member
     * @param sdispls where in {@code sendbuf} those for each member are
     * @param sendtype datatype of a sent element
     * @param recvbuf receives the elements
     * @param recvcount elements from each member
     * @param rdispls where in {@code recvbuf} those from each member go
     * @param recvtype datatype of a received element
     */
    public final void allToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        Blocks send = new Blocks(sendbuf, sendcount, sdispls, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, rdispls, recvtype);
        CollectiveCalls.allToAllv(comm, "MPI_Alltoallv", send, receive).run();
    }

    /**
     * Sends elements from each member to each member, with a datatype for each (MPI_Alltoallw, MPI
     * 3.1 §5.8).
     *
     * @param sendBuf the elements
     * @param sendCount elements for each member
     * @param sDispls where those for each member begin, in bytes
     * @param sendTypes datatype of those for each member
     * @param recvBuf receives the elements
     * @param recvCount elements from each member
     * @param rDispls where those from each member begin, in bytes
     * @param recvTypes datatype of those from each member
     */
    public final void allToAllw(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        TypedBlocks send = new TypedBlocks(sendBuf, sendCount, sDispls, sendTypes);
        TypedBlocks receive = new TypedBlocks(recvBuf, recvCount, rDispls, recvTypes);
        PairwiseCalls.allToAllw(comm, "MPI_Alltoallw", send, receive).run();
    }

    // ---- Neighbourhood collectives (MPI 3.1 §7.6).

    /**
     * Sends the same elements to all neighbours (MPI_Neighbor_allgather, MPI 3.1 §7.6.1).
     *
     * @param sendbuf the elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf receives the neighbours' elements, in the order of the neighbours
     * @param recvcount elements from each neighbour
     * @param recvtype datatype of a received element
     */
    public final void neighborAllGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        PairwiseCalls.neighborAllGather(comm, "MPI_Neighbor_allgather", send, receive).run();
    }

    /**
     * As {@link #neighborAllGather}, with a count and a displacement for each neighbour
     * (MPI_Neighbor_allgatherv, MPI 3.1 §7.6.1).
     *
     * @param sendbuf the elements
     * @param sendcount number of them
     * @param sendtype datatype of one
     * @param recvbuf receives the neighbours' elements
     * @param recvcount elements from each neighbour
     * @param displs where in {@code recvbuf} those from each neighbour go
     * @param recvtype datatype of a received element
     */
    public final void neighborAllGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        PairwiseCalls.neighborAllGatherv(comm, "MPI_Neighbor_allgatherv", send, receive).run();
    }

    /**
     * Sends each neighbour elements of its own (MPI_Neighbor_alltoall, MPI 3.1 §7.6.2).
     *
     * @param sendbuf the elements, in the order of the neighbours
     * @param sendcount elements for each neighbour
     * @param sendtype datatype of a sent element
     * @param recvbuf receives the neighbours' elements, in the order of the neighbours
     * @param recvcount elements from each neighbour
     * @param recvtype datatype of a received element
     */
    public final void neighborAllToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        PairwiseCalls.neighborAllToAll(comm, "MPI_Neighbor_alltoall", send, receive).run();
    }

    /**
     * As {@link #neighborAllToAll}, with a count and a displacement for each neighbour
     * (MPI_Neighbor_alltoallv, MPI 3.1 §7.6.2).
     *
     * @param sendbuf the elements
     * @param sendcount elements for each neighbour
     * @param sdispls where in {@code sendbuf} those for each neighbour are
     * @param sendtype datatype of a sent element
     * @param recvbuf receives the neighbours' elements
     * @param recvcount elements from each neighbour
     * @param rdispls where in {@code recvbuf} those from each neighbour go
     * @param recvtype datatype of a received element
     */
    public final void neighborAllToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        Blocks send = new Blocks(sendbuf, sendcount, sdispls, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, rdispls, recvtype);
        PairwiseCalls.neighborAllToAllv(comm, "MPI_Neighbor_alltoallv", send, receive).run();
    }

    // ---- Reductions (MPI 3.1 §5.9, §5.10).

    /**
     * Combines the elements of all members, place by place, at the root (MPI_Reduce, MPI 3.1
     * §5.9.1).
     *
     * @param sendbuf this process's elements
     * @param recvbuf at the root: receives the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     * @param root rank that gets the results
     */
    public final void reduce(
            Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        ReductionCalls.reduce(comm, "MPI_Reduce", sendbuf, recvbuf, count, type, op, root).run();
    }

    /**
     * As the other form, the root's own elements in place (MPI_Reduce with MPI_IN_PLACE).
     *
     * @param buf this process's elements, which the results replace at the root
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     * @param root rank that gets the results
     */
    public final void reduce(Object buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        ReductionCalls.reduce(comm, "MPI_Reduce", buf, count, type, op, root).run();
    }

    /**
     * Combines the elements of all members, place by place, at all members (MPI_Allreduce, MPI 3.1
     * §5.9.6).
     *
     * @param sendbuf this process's elements
     * @param recvbuf receives the results
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.combine(
                        comm, "MPI_Allreduce", Coll::allreduce, sendbuf, recvbuf, count, type, op)
                .run();
    }

    /**
     * As the other form, in place.
     *
     * @param buf this process's elements, which the results replace
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
        ReductionCalls.combine(
                        comm,
                        "MPI_Allreduce",
                        Coll::allreduce,
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        count,
                        type,
                        op)
                .run();
    }

    /**
     * Combines the elements of all members and scatters the results (MPI_Reduce_scatter, MPI 3.1
     * §5.10.2).
     *
     * @param sendbuf this process's elements, as many as all counts together
     * @param recvbuf receives this process's results
     * @param recvcounts results for each member
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void reduceScatter(
            Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.reduceScatter(
                        comm, "MPI_Reduce_scatter", sendbuf, recvbuf, recvcounts, type, op)
                .run();
    }

    /**
     * As the other form, in place.
     *
     * @param buf this process's elements; the results replace the first ones
     * @param counts results for each member
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void reduceScatter(Object buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.reduceScatter(
                        comm,
                        "MPI_Reduce_scatter",
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        counts,
                        type,
                        op)
                .run();
    }

    /**
     * Combines the elements of all members and scatters the results, the same number to each member
     * (MPI_Reduce_scatter_block, MPI 3.1 §5.10.1).
     *
     * @param sendbuf this process's elements, {@code recvcount} for each member
     * @param recvbuf receives this process's results
     * @param recvcount results for each member
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void reduceScatterBlock(
            Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.reduceScatterBlock(
                        comm, "MPI_Reduce_scatter_block", sendbuf, recvbuf, recvcount, type, op)
                .run();
    }

    /**
     * As the other form, in place.
     *
     * @param buf this process's elements; the results replace the first ones
     * @param count results for each member
     * @param type datatype of an element
     * @param op how to combine
     */
    public final void reduceScatterBlock(Object buf, int count, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.reduceScatterBlock(
                        comm,
                        "MPI_Reduce_scatter_block",
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        count,
                        type,
                        op)
                .run();
    }

    /**
     * Combines two buffers of this process (MPI_Reduce_local, MPI 3.1 §5.9.7): {@code inOut = in op
     * inOut}.
     *
     * @param inBuf elements
     * @param inOutBuf elements, which the results replace
     * @param count number of elements
     * @param type datatype of an element
     * @param op how to combine
     */
    public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op)
            throws MPIException {
        ReductionCalls.reduceLocal(inBuf, inOutBuf, count, type, op);
    }

    // ---- Non-blocking collectives (MPI 3.1 §5.12, §7.7). All members start blocking and
    // non-blocking ones in the same order; they complete in any order.

    /** Starts what {@link #barrier()} does (MPI_Ibarrier, MPI 3.1 §5.12.1). */
    public final Request iBarrier() throws MPIException {
        return CollectiveCalls.barrier(comm, "MPI_Ibarrier").start();
    }

    /**
     * Starts what {@link #bcast(Object, int, Datatype, int)} does (MPI_Ibcast, MPI 3.1 §5.12.2).
     */
    public final Request iBcast(Buffer buf, int count, Datatype type, int root)
            throws MPIException {
        return iBcast((Object) buf, count, type, root);
    }

    /** As {@link #iBcast(Buffer, int, Datatype, int)}, also with arrays. An extension. */
    public final Request iBcast(Object buf, int count, Datatype type, int root)
            throws MPIException {
        Checks.direct(buf);
        return CollectiveCalls.bcast(comm, "MPI_Ibcast", buf, count, type, root).start();
    }

    /**
     * Starts what {@link #gather(Object, int, Datatype, Object, int, Datatype, int)} does
     * (MPI_Igather, MPI 3.1 §5.12.3).
     */
    public final Request iGather(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return iGather(
                (Object) sendbuf, sendcount, sendtype, (Object) recvbuf, recvcount, recvtype, root);
    }

    /**
     * As {@link #iGather(Buffer, int, Datatype, Buffer, int, Datatype, int)}, also with arrays. An
     * extension.
     */
    public final Request iGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return CollectiveCalls.gather(
                        comm,
                        "MPI_Igather",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype,
                        root)
                .start();
    }

    /**
     * Starts what {@link #gather(Object, int, Datatype, int)} does (MPI_Igather, MPI 3.1 §5.12.3).
     */
    public final Request iGather(Buffer buf, int count, Datatype type, int root)
            throws MPIException {
        return iGather((Object) buf, count, type, root);
    }

    /** As {@link #iGather(Buffer, int, Datatype, int)}, also with arrays. An extension. */
    public final Request iGather(Object buf, int count, Datatype type, int root)
            throws MPIException {
        Checks.direct(buf);
        return CollectiveCalls.gather(comm, "MPI_Igather", buf, count, type, root).start();
    }

    /**
     * Starts what {@link #gatherv(Object, int, Datatype, Object, int[], int[], Datatype, int)} does
     * (MPI_Igatherv, MPI 3.1 §5.12.3).
     */
    public final Request iGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return iGatherv(
                (Object) sendbuf,
                sendcount,
                sendtype,
                (Object) recvbuf,
                recvcount,
                displs,
                recvtype,
                root);
    }

    /**
     * As {@link #iGatherv(Buffer, int, Datatype, Buffer, int[], int[], Datatype, int)}, also with
     * arrays. An extension.
     */
    public final Request iGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return CollectiveCalls.gatherv(comm, "MPI_Igatherv", send, receive, root).start();
    }

    /**
     * Starts what {@link #gatherv(Object, int[], int[], Datatype, int)} does (MPI_Igatherv, MPI 3.1
     * §5.12.3).
     */
    public final Request iGatherv(
            Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return iGatherv((Object) recvbuf, recvcount, displs, recvtype, root);
    }

    /**
     * As {@link #iGatherv(Buffer, int[], int[], Datatype, int)}, also with arrays. An extension.
     */
    public final Request iGatherv(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        Checks.direct(recvbuf);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return CollectiveCalls.gatherv(comm, "MPI_Igatherv", Elements.IN_PLACE, receive, root)
                .start();
    }

    /**
     * Starts what {@link #gatherv(Object, int, Datatype, int)} does (MPI_Igatherv, MPI 3.1
     * §5.12.3).
     */
    public final Request iGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        return iGatherv((Object) sendbuf, sendcount, sendtype, root);
    }

    /** As {@link #iGatherv(Buffer, int, Datatype, int)}, also with arrays. An extension. */
    public final Request iGatherv(Object sendbuf, int sendcount, Datatype sendtype, int root)
            throws MPIException {
        Checks.direct(sendbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        return CollectiveCalls.gatherv(comm, "MPI_Igatherv", send, Blocks.NONE, root).start();
    }

    /**
     * Starts what {@link #scatter(Object, int, Datatype, Object, int, Datatype, int)} does
     * (MPI_Iscatter, MPI 3.1 §5.12.4).
     */
    public final Request iScatter(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return iScatter(
                (Object) sendbuf, sendcount, sendtype, (Object) recvbuf, recvcount, recvtype, root);
    }

    /**
     * As {@link #iScatter(Buffer, int, Datatype, Buffer, int, Datatype, int)}, also with arrays. An
     * extension.
     */
    public final Request iScatter(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return CollectiveCalls.scatter(
                        comm,
                        "MPI_Iscatter",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype,
                        root)
                .start();
    }

    /**
     * Starts what {@link #scatter(Object, int, Datatype, int)} does (MPI_Iscatter, MPI 3.1
     * §5.12.4).
     */
    public final Request iScatter(Buffer buf, int count, Datatype type, int root)
            throws MPIException {
        return iScatter((Object) buf, count, type, root);
    }

    /** As {@link #iScatter(Buffer, int, Datatype, int)}, also with arrays. An extension. */
    public final Request iScatter(Object buf, int count, Datatype type, int root)
            throws MPIException {
        Checks.direct(buf);
        return CollectiveCalls.scatter(comm, "MPI_Iscatter", buf, count, type, root).start();
    }

    /**
     * Starts what {@link #scatterv(Object, int[], int[], Datatype, Object, int, Datatype, int)}
     * does (MPI_Iscatterv, MPI 3.1 §5.12.4).
     */
    public final Request iScatterv(
            Buffer sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return iScatterv(
                (Object) sendbuf,
                sendcount,
                displs,
                sendtype,
                (Object) recvbuf,
                recvcount,
                recvtype,
                root);
    }

    /**
     * As {@link #iScatterv(Buffer, int[], int[], Datatype, Buffer, int, Datatype, int)}, also with
     * arrays. An extension.
     */
    public final Request iScatterv(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Blocks send = new Blocks(sendbuf, sendcount, displs, sendtype);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        return CollectiveCalls.scatterv(comm, "MPI_Iscatterv", send, receive, root).start();
    }

    /**
     * Starts what {@link #scatterv(Object, int[], int[], Datatype, int)} does (MPI_Iscatterv, MPI
     * 3.1 §5.12.4).
     */
    public final Request iScatterv(
            Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return iScatterv((Object) sendbuf, sendcount, displs, sendtype, root);
    }

    /**
     * As {@link #iScatterv(Buffer, int[], int[], Datatype, int)}, also with arrays. An extension.
     */
    public final Request iScatterv(
            Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        Checks.direct(sendbuf);
        Blocks send = new Blocks(sendbuf, sendcount, displs, sendtype);
        return CollectiveCalls.scatterv(comm, "MPI_Iscatterv", send, Elements.IN_PLACE, root)
                .start();
    }

    /**
     * Starts what {@link #scatterv(Object, int, Datatype, int)} does (MPI_Iscatterv, MPI 3.1
     * §5.12.4).
     */
    public final Request iScatterv(Buffer recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        return iScatterv((Object) recvbuf, recvcount, recvtype, root);
    }

    /** As {@link #iScatterv(Buffer, int, Datatype, int)}, also with arrays. An extension. */
    public final Request iScatterv(Object recvbuf, int recvcount, Datatype recvtype, int root)
            throws MPIException {
        Checks.direct(recvbuf);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        return CollectiveCalls.scatterv(comm, "MPI_Iscatterv", Blocks.NONE, receive, root).start();
    }

    /**
     * Starts what {@link #allGather(Object, int, Datatype, Object, int, Datatype)} does
     * (MPI_Iallgather, MPI 3.1 §5.12.5).
     */
    public final Request iAllGather(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return iAllGather(
                (Object) sendbuf, sendcount, sendtype, (Object) recvbuf, recvcount, recvtype);
    }

    /**
     * As {@link #iAllGather(Buffer, int, Datatype, Buffer, int, Datatype)}, also with arrays. An
     * extension.
     */
    public final Request iAllGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return CollectiveCalls.allGather(
                        comm,
                        "MPI_Iallgather",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype)
                .start();
    }

    /**
     * Starts what {@link #allGather(Object, int, Datatype)} does (MPI_Iallgather, MPI 3.1 §5.12.5).
     */
    public final Request iAllGather(Buffer buf, int count, Datatype type) throws MPIException {
        return iAllGather((Object) buf, count, type);
    }

    /** As {@link #iAllGather(Buffer, int, Datatype)}, also with arrays. An extension. */
    public final Request iAllGather(Object buf, int count, Datatype type) throws MPIException {
        Checks.direct(buf);
        return CollectiveCalls.allGather(
                        comm,
                        "MPI_Iallgather",
                        CollectiveBuffers.IN_PLACE,
                        0,
                        null,
                        buf,
                        count,
                        type)
                .start();
    }

    /**
     * Starts what {@link #allGatherv(Object, int, Datatype, Object, int[], int[], Datatype)} does
     * (MPI_Iallgatherv, MPI 3.1 §5.12.5).
     */
    public final Request iAllGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return iAllGatherv(
                (Object) sendbuf,
                sendcount,
                sendtype,
                (Object) recvbuf,
                recvcount,
                displs,
                recvtype);
    }

    /**
     * As {@link #iAllGatherv(Buffer, int, Datatype, Buffer, int[], int[], Datatype)}, also with
     * arrays. An extension.
     */
    public final Request iAllGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return CollectiveCalls.allGatherv(comm, "MPI_Iallgatherv", send, receive).start();
    }

    /**
     * Starts what {@link #allGatherv(Object, int[], int[], Datatype)} does (MPI_Iallgatherv, MPI
     * 3.1 §5.12.5).
     */
    public final Request iAllGatherv(
            Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        return iAllGatherv((Object) recvbuf, recvcount, displs, recvtype);
    }

    /** As {@link #iAllGatherv(Buffer, int[], int[], Datatype)}, also with arrays. An extension. */
    public final Request iAllGatherv(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        Checks.direct(recvbuf);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return CollectiveCalls.allGatherv(comm, "MPI_Iallgatherv", Elements.IN_PLACE, receive)
                .start();
    }

    /**
     * Starts what {@link #allToAll(Object, int, Datatype, Object, int, Datatype)} does
     * (MPI_Ialltoall, MPI 3.1 §5.12.6).
     */
    public final Request iAllToAll(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return iAllToAll(
                (Object) sendbuf, sendcount, sendtype, (Object) recvbuf, recvcount, recvtype);
    }

    /**
     * As {@link #iAllToAll(Buffer, int, Datatype, Buffer, int, Datatype)}, also with arrays. An
     * extension.
     */
    public final Request iAllToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return CollectiveCalls.allToAll(
                        comm,
                        "MPI_Ialltoall",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype)
                .start();
    }

    /**
     * Starts what {@link #allToAllv(Object, int[], int[], Datatype, Object, int[], int[],
     * Datatype)} does (MPI_Ialltoallv, MPI 3.1 §5.12.6).
     */
    public final Request iAllToAllv(
            Buffer sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return iAllToAllv(
                (Object) sendbuf,
                sendcount,
                sdispls,
                sendtype,
                (Object) recvbuf,
                recvcount,
                rdispls,
                recvtype);
    }

    /**
     * As {@link #iAllToAllv(Buffer, int[], int[], Datatype, Buffer, int[], int[], Datatype)}, also
     * with arrays. An extension.
     */
    public final Request iAllToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Blocks send = new Blocks(sendbuf, sendcount, sdispls, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, rdispls, recvtype);
        return CollectiveCalls.allToAllv(comm, "MPI_Ialltoallv", send, receive).start();
    }

    /**
     * Starts what {@link #allToAllw(Object, int[], int[], Datatype[], Object, int[], int[],
     * Datatype[])} does (MPI_Ialltoallw, MPI 3.1 §5.12.6).
     */
    public final Request iAllToAllw(
            Buffer sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Buffer recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return iAllToAllw(
                (Object) sendBuf,
                sendCount,
                sDispls,
                sendTypes,
                (Object) recvBuf,
                recvCount,
                rDispls,
                recvTypes);
    }

    /**
     * As {@link #iAllToAllw(Buffer, int[], int[], Datatype[], Buffer, int[], int[], Datatype[])},
     * also with arrays. An extension.
     */
    public final Request iAllToAllw(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        Checks.direct(sendBuf, recvBuf);
        TypedBlocks send = new TypedBlocks(sendBuf, sendCount, sDispls, sendTypes);
        TypedBlocks receive = new TypedBlocks(recvBuf, recvCount, rDispls, recvTypes);
        return PairwiseCalls.allToAllw(comm, "MPI_Ialltoallw", send, receive).start();
    }

    /**
     * Starts what {@link #neighborAllGather(Object, int, Datatype, Object, int, Datatype)} does
     * (MPI_Ineighbor_allgather, MPI 3.1 §7.7).
     */
    public final Request iNeighborAllGather(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return iNeighborAllGather(
                (Object) sendbuf, sendcount, sendtype, (Object) recvbuf, recvcount, recvtype);
    }

    /**
     * As {@link #iNeighborAllGather(Buffer, int, Datatype, Buffer, int, Datatype)}, also with
     * arrays. An extension.
     */
    public final Request iNeighborAllGather(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        return PairwiseCalls.neighborAllGather(comm, "MPI_Ineighbor_allgather", send, receive)
                .start();
    }

    /**
     * Starts what {@link #neighborAllGatherv(Object, int, Datatype, Object, int[], int[],
     * Datatype)} does (MPI_Ineighbor_allgatherv, MPI 3.1 §7.7).
     */
    public final Request iNeighborAllGatherv(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return iNeighborAllGatherv(
                (Object) sendbuf,
                sendcount,
                sendtype,
                (Object) recvbuf,
                recvcount,
                displs,
                recvtype);
    }

    /**
     * As {@link #iNeighborAllGatherv(Buffer, int, Datatype, Buffer, int[], int[], Datatype)}, also
     * with arrays. An extension.
     */
    public final Request iNeighborAllGatherv(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return PairwiseCalls.neighborAllGatherv(comm, "MPI_Ineighbor_allgatherv", send, receive)
                .start();
    }

    /**
     * Starts what {@link #neighborAllToAll(Object, int, Datatype, Object, int, Datatype)} does
     * (MPI_Ineighbor_alltoall, MPI 3.1 §7.7).
     */
    public final Request iNeighborAllToAll(
            Buffer sendbuf,
            int sendcount,
            Datatype sendtype,
            Buffer recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return iNeighborAllToAll(
                (Object) sendbuf, sendcount, sendtype, (Object) recvbuf, recvcount, recvtype);
    }

    /**
     * As {@link #iNeighborAllToAll(Buffer, int, Datatype, Buffer, int, Datatype)}, also with
     * arrays. An extension.
     */
    public final Request iNeighborAllToAll(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        return PairwiseCalls.neighborAllToAll(comm, "MPI_Ineighbor_alltoall", send, receive)
                .start();
    }

    /**
     * Starts what {@link #neighborAllToAllv(Object, int[], int[], Datatype, Object, int[], int[],
     * Datatype)} does (MPI_Ineighbor_alltoallv, MPI 3.1 §7.7).
     */
    public final Request iNeighborAllToAllv(
            Buffer sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Buffer recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return iNeighborAllToAllv(
                (Object) sendbuf,
                sendcount,
                sdispls,
                sendtype,
                (Object) recvbuf,
                recvcount,
                rdispls,
                recvtype);
    }

    /**
     * As {@link #iNeighborAllToAllv(Buffer, int[], int[], Datatype, Buffer, int[], int[],
     * Datatype)}, also with arrays. An extension.
     */
    public final Request iNeighborAllToAllv(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Blocks send = new Blocks(sendbuf, sendcount, sdispls, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, rdispls, recvtype);
        return PairwiseCalls.neighborAllToAllv(comm, "MPI_Ineighbor_alltoallv", send, receive)
                .start();
    }

    /**
     * Starts what {@link #reduce(Object, Object, int, Datatype, Op, int)} does (MPI_Ireduce, MPI
     * 3.1 §5.12.7).
     */
    public final Request iReduce(
            Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return iReduce((Object) sendbuf, (Object) recvbuf, count, type, op, root);
    }

    /**
     * As {@link #iReduce(Buffer, Buffer, int, Datatype, Op, int)}, also with arrays. An extension.
     */
    public final Request iReduce(
            Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.reduce(comm, "MPI_Ireduce", sendbuf, recvbuf, count, type, op, root)
                .start();
    }

    /**
     * Starts what {@link #reduce(Object, int, Datatype, Op, int)} does (MPI_Ireduce, MPI 3.1
     * §5.12.7).
     */
    public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        return iReduce((Object) buf, count, type, op, root);
    }

    /** As {@link #iReduce(Buffer, int, Datatype, Op, int)}, also with arrays. An extension. */
    public final Request iReduce(Object buf, int count, Datatype type, Op op, int root)
            throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.reduce(comm, "MPI_Ireduce", buf, count, type, op, root).start();
    }

    /**
     * Starts what {@link #allReduce(Object, Object, int, Datatype, Op)} does (MPI_Iallreduce, MPI
     * 3.1 §5.12.8).
     */
    public final Request iAllReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return iAllReduce((Object) sendbuf, (Object) recvbuf, count, type, op);
    }

    /**
     * As {@link #iAllReduce(Buffer, Buffer, int, Datatype, Op)}, also with arrays. An extension.
     */
    public final Request iAllReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.combine(
                        comm, "MPI_Iallreduce", Coll::allreduce, sendbuf, recvbuf, count, type, op)
                .start();
    }

    /**
     * Starts what {@link #allReduce(Object, int, Datatype, Op)} does (MPI_Iallreduce, MPI 3.1
     * §5.12.8).
     */
    public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op)
            throws MPIException {
        return iAllReduce((Object) buf, count, type, op);
    }

    /** As {@link #iAllReduce(Buffer, int, Datatype, Op)}, also with arrays. An extension. */
    public final Request iAllReduce(Object buf, int count, Datatype type, Op op)
            throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.combine(
                        comm,
                        "MPI_Iallreduce",
                        Coll::allreduce,
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        count,
                        type,
                        op)
                .start();
    }

    /**
     * Starts what {@link #reduceScatter(Object, Object, int[], Datatype, Op)} does
     * (MPI_Ireduce_scatter, MPI 3.1 §5.12.10).
     */
    public final Request iReduceScatter(
            Buffer sendbuf, Buffer recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        return iReduceScatter((Object) sendbuf, (Object) recvbuf, recvcounts, type, op);
    }

    /**
     * As {@link #iReduceScatter(Buffer, Buffer, int[], Datatype, Op)}, also with arrays. An
     * extension.
     */
    public final Request iReduceScatter(
            Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.reduceScatter(
                        comm, "MPI_Ireduce_scatter", sendbuf, recvbuf, recvcounts, type, op)
                .start();
    }

    /**
     * Starts what {@link #reduceScatter(Object, int[], Datatype, Op)} does (MPI_Ireduce_scatter,
     * MPI 3.1 §5.12.10).
     */
    public final Request iReduceScatter(Buffer buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        return iReduceScatter((Object) buf, counts, type, op);
    }

    /** As {@link #iReduceScatter(Buffer, int[], Datatype, Op)}, also with arrays. An extension. */
    public final Request iReduceScatter(Object buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.reduceScatter(
                        comm,
                        "MPI_Ireduce_scatter",
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        counts,
                        type,
                        op)
                .start();
    }

    /**
     * Starts what {@link #reduceScatterBlock(Object, Object, int, Datatype, Op)} does
     * (MPI_Ireduce_scatter_block, MPI 3.1 §5.12.9).
     */
    public final Request iReduceScatterBlock(
            Buffer sendbuf, Buffer recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        return iReduceScatterBlock((Object) sendbuf, (Object) recvbuf, recvcount, type, op);
    }

    /**
     * As {@link #iReduceScatterBlock(Buffer, Buffer, int, Datatype, Op)}, also with arrays. An
     * extension.
     */
    public final Request iReduceScatterBlock(
            Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.reduceScatterBlock(
                        comm, "MPI_Ireduce_scatter_block", sendbuf, recvbuf, recvcount, type, op)
                .start();
    }

    /**
     * Starts what {@link #reduceScatterBlock(Object, int, Datatype, Op)} does
     * (MPI_Ireduce_scatter_block, MPI 3.1 §5.12.9).
     */
    public final Request iReduceScatterBlock(Buffer buf, int count, Datatype type, Op op)
            throws MPIException {
        return iReduceScatterBlock((Object) buf, count, type, op);
    }

    /**
     * As {@link #iReduceScatterBlock(Buffer, int, Datatype, Op)}, also with arrays. An extension.
     */
    public final Request iReduceScatterBlock(Object buf, int count, Datatype type, Op op)
            throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.reduceScatterBlock(
                        comm,
                        "MPI_Ireduce_scatter_block",
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        count,
                        type,
                        op)
                .start();
    }

    // ---- Persistent collectives (MPI 4.0 §6.13, §8.8), an extension. All members make and start
    // them
    // in the same order. The hints are ignored.

    /** Makes a request that starts {@link #barrier()} (MPI_Barrier_init). An extension. */
    public final Prequest barrierInit(Info info) throws MPIException {
        return CollectiveCalls.barrier(comm, "MPI_Barrier_init").init();
    }

    /**
     * Makes a request that starts {@link #bcast(Object, int, Datatype, int)} (MPI_Bcast_init). An
     * extension.
     */
    public final Prequest bcastInit(Object buf, int count, Datatype type, int root, Info info)
            throws MPIException {
        Checks.direct(buf);
        return CollectiveCalls.bcast(comm, "MPI_Bcast_init", buf, count, type, root).init();
    }

    /**
     * Makes a request that starts {@link #gather(Object, int, Datatype, Object, int, Datatype,
     * int)} (MPI_Gather_init). An extension.
     */
    public final Prequest gatherInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return CollectiveCalls.gather(
                        comm,
                        "MPI_Gather_init",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype,
                        root)
                .init();
    }

    /**
     * Makes a request that starts {@link #gather(Object, int, Datatype, int)} (MPI_Gather_init). An
     * extension.
     */
    public final Prequest gatherInit(Object buf, int count, Datatype type, int root, Info info)
            throws MPIException {
        Checks.direct(buf);
        return CollectiveCalls.gather(comm, "MPI_Gather_init", buf, count, type, root).init();
    }

    /**
     * Makes a request that starts {@link #gatherv(Object, int, Datatype, Object, int[], int[],
     * Datatype, int)} (MPI_Gatherv_init). An extension.
     */
    public final Prequest gathervInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return CollectiveCalls.gatherv(comm, "MPI_Gatherv_init", send, receive, root).init();
    }

    /**
     * Makes a request that starts {@link #gatherv(Object, int[], int[], Datatype, int)}
     * (MPI_Gatherv_init). An extension.
     */
    public final Prequest gathervInit(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root, Info info)
            throws MPIException {
        Checks.direct(recvbuf);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return CollectiveCalls.gatherv(comm, "MPI_Gatherv_init", Elements.IN_PLACE, receive, root)
                .init();
    }

    /**
     * Makes a request that starts {@link #gatherv(Object, int, Datatype, int)} (MPI_Gatherv_init).
     * An extension.
     */
    public final Prequest gathervInit(
            Object sendbuf, int sendcount, Datatype sendtype, int root, Info info)
            throws MPIException {
        Checks.direct(sendbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        return CollectiveCalls.gatherv(comm, "MPI_Gatherv_init", send, Blocks.NONE, root).init();
    }

    /**
     * Makes a request that starts {@link #scatter(Object, int, Datatype, Object, int, Datatype,
     * int)} (MPI_Scatter_init). An extension.
     */
    public final Prequest scatterInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return CollectiveCalls.scatter(
                        comm,
                        "MPI_Scatter_init",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype,
                        root)
                .init();
    }

    /**
     * Makes a request that starts {@link #scatter(Object, int, Datatype, int)} (MPI_Scatter_init).
     * An extension.
     */
    public final Prequest scatterInit(Object buf, int count, Datatype type, int root, Info info)
            throws MPIException {
        Checks.direct(buf);
        return CollectiveCalls.scatter(comm, "MPI_Scatter_init", buf, count, type, root).init();
    }

    /**
     * Makes a request that starts {@link #scatterv(Object, int[], int[], Datatype, Object, int,
     * Datatype, int)} (MPI_Scatterv_init). An extension.
     */
    public final Prequest scattervInit(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Blocks send = new Blocks(sendbuf, sendcount, displs, sendtype);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        return CollectiveCalls.scatterv(comm, "MPI_Scatterv_init", send, receive, root).init();
    }

    /**
     * Makes a request that starts {@link #scatterv(Object, int[], int[], Datatype, int)}
     * (MPI_Scatterv_init). An extension.
     */
    public final Prequest scattervInit(
            Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root, Info info)
            throws MPIException {
        Checks.direct(sendbuf);
        Blocks send = new Blocks(sendbuf, sendcount, displs, sendtype);
        return CollectiveCalls.scatterv(comm, "MPI_Scatterv_init", send, Elements.IN_PLACE, root)
                .init();
    }

    /**
     * Makes a request that starts {@link #scatterv(Object, int, Datatype, int)}
     * (MPI_Scatterv_init). An extension.
     */
    public final Prequest scattervInit(
            Object recvbuf, int recvcount, Datatype recvtype, int root, Info info)
            throws MPIException {
        Checks.direct(recvbuf);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        return CollectiveCalls.scatterv(comm, "MPI_Scatterv_init", Blocks.NONE, receive, root)
                .init();
    }

    /**
     * Makes a request that starts {@link #allGather(Object, int, Datatype, Object, int, Datatype)}
     * (MPI_Allgather_init). An extension.
     */
    public final Prequest allGatherInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return CollectiveCalls.allGather(
                        comm,
                        "MPI_Allgather_init",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype)
                .init();
    }

    /**
     * Makes a request that starts {@link #allGather(Object, int, Datatype)} (MPI_Allgather_init).
     * An extension.
     */
    public final Prequest allGatherInit(Object buf, int count, Datatype type, Info info)
            throws MPIException {
        Checks.direct(buf);
        return CollectiveCalls.allGather(
                        comm,
                        "MPI_Allgather_init",
                        CollectiveBuffers.IN_PLACE,
                        0,
                        null,
                        buf,
                        count,
                        type)
                .init();
    }

    /**
     * Makes a request that starts {@link #allGatherv(Object, int, Datatype, Object, int[], int[],
     * Datatype)} (MPI_Allgatherv_init). An extension.
     */
    public final Prequest allGathervInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return CollectiveCalls.allGatherv(comm, "MPI_Allgatherv_init", send, receive).init();
    }

    /**
     * Makes a request that starts {@link #allGatherv(Object, int[], int[], Datatype)}
     * (MPI_Allgatherv_init). An extension.
     */
    public final Prequest allGathervInit(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, Info info)
            throws MPIException {
        Checks.direct(recvbuf);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return CollectiveCalls.allGatherv(comm, "MPI_Allgatherv_init", Elements.IN_PLACE, receive)
                .init();
    }

    /**
     * Makes a request that starts {@link #allToAll(Object, int, Datatype, Object, int, Datatype)}
     * (MPI_Alltoall_init). An extension.
     */
    public final Prequest allToAllInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return CollectiveCalls.allToAll(
                        comm,
                        "MPI_Alltoall_init",
                        sendbuf,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvcount,
                        recvtype)
                .init();
    }

    /**
     * Makes a request that starts {@link #allToAllv(Object, int[], int[], Datatype, Object, int[],
     * int[], Datatype)} (MPI_Alltoallv_init). An extension.
     */
    public final Prequest allToAllvInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Blocks send = new Blocks(sendbuf, sendcount, sdispls, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, rdispls, recvtype);
        return CollectiveCalls.allToAllv(comm, "MPI_Alltoallv_init", send, receive).init();
    }

    /**
     * Makes a request that starts {@link #allToAllw(Object, int[], int[], Datatype[], Object,
     * int[], int[], Datatype[])} (MPI_Alltoallw_init). An extension.
     */
    public final Prequest allToAllwInit(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes,
            Info info)
            throws MPIException {
        Checks.direct(sendBuf, recvBuf);
        TypedBlocks send = new TypedBlocks(sendBuf, sendCount, sDispls, sendTypes);
        TypedBlocks receive = new TypedBlocks(recvBuf, recvCount, rDispls, recvTypes);
        return PairwiseCalls.allToAllw(comm, "MPI_Alltoallw_init", send, receive).init();
    }

    /**
     * Makes a request that starts {@link #neighborAllGather(Object, int, Datatype, Object, int,
     * Datatype)} (MPI_Neighbor_allgather_init). An extension.
     */
    public final Prequest neighborAllGatherInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        return PairwiseCalls.neighborAllGather(comm, "MPI_Neighbor_allgather_init", send, receive)
                .init();
    }

    /**
     * Makes a request that starts {@link #neighborAllGatherv(Object, int, Datatype, Object, int[],
     * int[], Datatype)} (MPI_Neighbor_allgatherv_init). An extension.
     */
    public final Prequest neighborAllGathervInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, displs, recvtype);
        return PairwiseCalls.neighborAllGatherv(comm, "MPI_Neighbor_allgatherv_init", send, receive)
                .init();
    }

    /**
     * Makes a request that starts {@link #neighborAllToAll(Object, int, Datatype, Object, int,
     * Datatype)} (MPI_Neighbor_alltoall_init). An extension.
     */
    public final Prequest neighborAllToAllInit(
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Elements send = new Elements(sendbuf, sendcount, sendtype);
        Elements receive = new Elements(recvbuf, recvcount, recvtype);
        return PairwiseCalls.neighborAllToAll(comm, "MPI_Neighbor_alltoall_init", send, receive)
                .init();
    }

    /**
     * Makes a request that starts {@link #neighborAllToAllv(Object, int[], int[], Datatype, Object,
     * int[], int[], Datatype)} (MPI_Neighbor_alltoallv_init). An extension.
     */
    public final Prequest neighborAllToAllvInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype,
            Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        Blocks send = new Blocks(sendbuf, sendcount, sdispls, sendtype);
        Blocks receive = new Blocks(recvbuf, recvcount, rdispls, recvtype);
        return PairwiseCalls.neighborAllToAllv(comm, "MPI_Neighbor_alltoallv_init", send, receive)
                .init();
    }

    /**
     * Makes a request that starts {@link #reduce(Object, Object, int, Datatype, Op, int)}
     * (MPI_Reduce_init). An extension.
     */
    public final Prequest reduceInit(
            Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root, Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.reduce(
                        comm, "MPI_Reduce_init", sendbuf, recvbuf, count, type, op, root)
                .init();
    }

    /**
     * Makes a request that starts {@link #reduce(Object, int, Datatype, Op, int)}
     * (MPI_Reduce_init). An extension.
     */
    public final Prequest reduceInit(
            Object buf, int count, Datatype type, Op op, int root, Info info) throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.reduce(comm, "MPI_Reduce_init", buf, count, type, op, root).init();
    }

    /**
     * Makes a request that starts {@link #allReduce(Object, Object, int, Datatype, Op)}
     * (MPI_Allreduce_init). An extension.
     */
    public final Prequest allReduceInit(
            Object sendbuf, Object recvbuf, int count, Datatype type, Op op, Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.combine(
                        comm,
                        "MPI_Allreduce_init",
                        Coll::allreduce,
                        sendbuf,
                        recvbuf,
                        count,
                        type,
                        op)
                .init();
    }

    /**
     * Makes a request that starts {@link #allReduce(Object, int, Datatype, Op)}
     * (MPI_Allreduce_init). An extension.
     */
    public final Prequest allReduceInit(Object buf, int count, Datatype type, Op op, Info info)
            throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.combine(
                        comm,
                        "MPI_Allreduce_init",
                        Coll::allreduce,
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        count,
                        type,
                        op)
                .init();
    }

    /**
     * Makes a request that starts {@link #reduceScatter(Object, Object, int[], Datatype, Op)}
     * (MPI_Reduce_scatter_init). An extension.
     */
    public final Prequest reduceScatterInit(
            Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op, Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.reduceScatter(
                        comm, "MPI_Reduce_scatter_init", sendbuf, recvbuf, recvcounts, type, op)
                .init();
    }

    /**
     * Makes a request that starts {@link #reduceScatter(Object, int[], Datatype, Op)}
     * (MPI_Reduce_scatter_init). An extension.
     */
    public final Prequest reduceScatterInit(
            Object buf, int[] counts, Datatype type, Op op, Info info) throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.reduceScatter(
                        comm,
                        "MPI_Reduce_scatter_init",
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        counts,
                        type,
                        op)
                .init();
    }

    /**
     * Makes a request that starts {@link #reduceScatterBlock(Object, Object, int, Datatype, Op)}
     * (MPI_Reduce_scatter_block_init). An extension.
     */
    public final Prequest reduceScatterBlockInit(
            Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op, Info info)
            throws MPIException {
        Checks.direct(sendbuf, recvbuf);
        return ReductionCalls.reduceScatterBlock(
                        comm,
                        "MPI_Reduce_scatter_block_init",
                        sendbuf,
                        recvbuf,
                        recvcount,
                        type,
                        op)
                .init();
    }

    /**
     * Makes a request that starts {@link #reduceScatterBlock(Object, int, Datatype, Op)}
     * (MPI_Reduce_scatter_block_init). An extension.
     */
    public final Prequest reduceScatterBlockInit(
            Object buf, int count, Datatype type, Op op, Info info) throws MPIException {
        Checks.direct(buf);
        return ReductionCalls.reduceScatterBlock(
                        comm,
                        "MPI_Reduce_scatter_block_init",
                        CollectiveBuffers.IN_PLACE,
                        buf,
                        count,
                        type,
                        op)
                .init();
    }

    // ---- Group, duplicates, end (MPI 3.1 §6.3, §6.4).

    /** Returns the number of processes, of its own group (MPI_Comm_size, MPI 3.1 §6.4.1). */
    public final int getSize() throws MPIException {
        return Checks.context(comm, "MPI_Comm_size").group().size();
    }

    /** Returns this process's rank (MPI_Comm_rank, MPI 3.1 §6.4.1). */
    public final int getRank() throws MPIException {
        return Checks.context(comm, "MPI_Comm_rank").rank();
    }

    /** Returns the group of its processes, the own one of two (MPI_Comm_group, MPI 3.1 §6.3.2). */
    public final Group getGroup() throws MPIException {
        return LocalCalls.group(comm, "MPI_Comm_group");
    }

    /**
     * Compares two communicators (MPI_Comm_compare, MPI 3.1 §6.4.1).
     *
     * @return {@link MPI#IDENT} for the same one, {@link MPI#CONGRUENT} for another of the same
     *     processes in the same order, {@link MPI#SIMILAR} in another order, else {@link
     *     MPI#UNEQUAL}
     */
    public static int compare(Comm comm1, Comm comm2) throws MPIException {
        return LocalCalls.compare(of(comm1), of(comm2));
    }

    private static Communicator of(Comm handle) {
        return handle == null ? null : handle.comm;
    }

    /** Returns whether it joins two groups (MPI_Comm_test_inter, MPI 3.1 §6.6.1). */
    public final boolean isInter() throws MPIException {
        return LocalCalls.isInter(comm);
    }

    /**
     * Makes an inter-communicator of two groups (MPI_Intercomm_create, MPI 3.1 §6.6.2); collective
     * over both. This communicator has the groups' leaders as members; only leaders use it.
     *
     * @param localComm an intra-communicator of the own group
     * @param localLeader rank of its leader in {@code localComm}
     * @param remoteLeader rank of the other group's leader in this communicator
     * @param tag distinguishes calls that several threads of the leaders make at the same time
     * @throws MPIException ERR_COMM, also when a process is in both groups; ERR_ARG for a leader
     *     that is no rank; ERR_TAG
     */
    public final Intercomm createIntercomm(
            Comm localComm, int localLeader, int remoteLeader, int tag) throws MPIException {
        Communicator local = localComm == null ? new Communicator() : localComm.comm;
        return new Intercomm(InterCalls.create(comm, local, localLeader, remoteLeader, tag));
    }

    /** As {@link #dup}; failure becomes a RuntimeException. */
    @Override
    @SuppressWarnings("MissingSuperCall") // A duplicate has its own context.
    public Comm clone() {
        try {
            return dup();
        } catch (MPIException e) {
            throw new RuntimeException(e.getMessage(), e);
        }
    }

    /**
     * Makes a communicator of the same processes with a context of its own (MPI_Comm_dup, MPI 3.1
     * §6.4.2); collective. The duplicate has the same error handler, attributes, topology and info.
     */
    public Comm dup() throws MPIException {
        return new Comm(DuplicationCalls.dup(comm));
    }

    /**
     * As {@link #dup}, with other info (MPI_Comm_dup_with_info, MPI 3.1 §6.4.2).
     *
     * @param info hints for the new communicator
     */
    public Comm dupWithInfo(Info info) throws MPIException {
        return new Comm(DuplicationCalls.dupWithInfo(comm, info));
    }

    /**
     * Begins a {@link #dup} (MPI_Comm_idup, MPI 3.1 §6.4.2); collective. The result is null until
     * its request is complete.
     */
    public Comm iDup() throws MPIException {
        Communicator made = DuplicationCalls.heir(comm);
        return new Comm(made, DuplicationCalls.begin(comm, made));
    }

    /** Returns the request that completes this result of {@link #iDup}. */
    public final Request getRequest() {
        return opening;
    }

    /** Returns whether there is no communicator: a null result of a split, or freed. */
    public final boolean isNull() {
        return comm.isNull();
    }

    /**
     * Makes the communicator null (MPI_Comm_free, MPI 3.1 §6.4.3); collective. Operations that are
     * under way on it go on.
     *
     * @throws MPIException ERR_COMM if it is predefined
     */
    @Override
    public final void free() throws MPIException {
        LocalCalls.free(comm);
    }

    /** Frees the communicator at the end of a try statement, unless it is null. An extension. */
    @Override
    public void close() throws MPIException {
        if (!isNull()) {
            free();
        }
    }

    /**
     * Waits until all communication on the communicator is complete, and makes it null
     * (MPI_Comm_disconnect, MPI 3.1 §10.5.4); collective.
     *
     * @throws MPIException ERR_COMM if it is predefined
     */
    public final void disconnect() throws MPIException {
        LocalCalls.disconnect(comm);
    }

    // ---- Name, info, topology, attributes (MPI 3.1 §6.4.4, §6.7, §6.8, §7.5.5).

    /** Names the communicator, for messages (MPI_Comm_set_name, MPI 3.1 §6.8). */
    public final void setName(String name) throws MPIException {
        LocalCalls.setName(comm, name);
    }

    /** Returns the name; empty if none was given (MPI_Comm_get_name, MPI 3.1 §6.8). */
    public final String getName() throws MPIException {
        return LocalCalls.name(comm);
    }

    /**
     * Sets hints (MPI_Comm_set_info, MPI 3.1 §6.4.4); those that are not given keep their values.
     * This library keeps all of them, and follows {@code mpi_assert_no_any_source} together with
     * {@code mpi_assert_no_any_tag}.
     */
    public final void setInfo(Info info) throws MPIException {
        LocalCalls.setInfo(comm, info);
    }

    /** Returns a new info object with the hints (MPI_Comm_get_info, MPI 3.1 §6.4.4). */
    public final Info getInfo() throws MPIException {
        return LocalCalls.info(comm);
    }

    /**
     * Returns the kind of topology: {@link MPI#CART}, {@link MPI#GRAPH}, {@link MPI#DIST_GRAPH} or
     * {@link MPI#UNDEFINED} (MPI_Topo_test, MPI 3.1 §7.5.5).
     */
    public final int getTopology() throws MPIException {
        return LocalCalls.topology(comm);
    }

    /** Makes a key for attributes of communicators (MPI_Comm_create_keyval, MPI 3.1 §6.7.2). */
    public static int createKeyval() throws MPIException {
        return Keyval.create(Keyval.Kind.COMM);
    }

    /**
     * Frees a key (MPI_Comm_free_keyval, MPI 3.1 §6.7.2). It stays usable until the last attribute
     * under it is deleted, by {@link #deleteAttr} or with its communicator.
     *
     * @throws MPIException ERR_KEYVAL
     */
    public static void freeKeyval(int keyval) throws MPIException {
        Keyval.free(Keyval.Kind.COMM, keyval, "MPI_Comm_free_keyval");
    }

    /**
     * Sets an attribute (MPI_Comm_set_attr, MPI 3.1 §6.7.2).
     *
     * @param keyval from {@link #createKeyval}
     * @param value a serialisable object; the library keeps a copy, which duplicates get too
     * @throws MPIException ERR_KEYVAL; with an IOException as cause if it cannot be serialised
     */
    public final void setAttr(int keyval, Object value) throws MPIException {
        AttributeCalls.set(comm, keyval, value);
    }

    /**
     * Returns a copy of an attribute, null when it is not set (MPI_Comm_get_attr, MPI 3.1 §6.7.2,
     * §8.1.2).
     *
     * @param keyval from {@link #createKeyval}, or one of the predefined keys
     * @throws MPIException ERR_KEYVAL
     */
    public final Object getAttr(int keyval) throws MPIException {
        return AttributeCalls.get(comm, keyval);
    }

    /**
     * Removes an attribute (MPI_Comm_delete_attr, MPI 3.1 §6.7.2).
     *
     * @throws MPIException ERR_KEYVAL
     */
    public final void deleteAttr(int keyval) throws MPIException {
        AttributeCalls.delete(comm, keyval);
    }

    // ---- Errors (MPI 3.1 §8.3, §8.5, §8.7).

    /**
     * Sets what happens when a call on this communicator fails (MPI_Comm_set_errhandler, MPI 3.1
     * §8.3.1).
     *
     * @param errhandler one of {@code MPI.ERRORS_…}
     */
    public final void setErrhandler(Errhandler errhandler) throws MPIException {
        LocalCalls.setErrhandler(comm, errhandler);
    }

    /**
     * Returns what happens when a call on this communicator fails (MPI_Comm_get_errhandler, MPI 3.1
     * §8.3.1).
     */
    public final Errhandler getErrhandler() throws MPIException {
        return LocalCalls.errhandler(comm);
    }

    /**
     * Does what a failed call would (MPI_Comm_call_errhandler, MPI 3.1 §8.5); returns if the
     * handler is {@link MPI#ERRORS_RETURN}.
     *
     * @param errorCode one of {@code MPI.ERR_…}
     */
    public void callErrhandler(int errorCode) throws MPIException {
        LocalCalls.callErrhandler(comm, "MPI_Comm_call_errhandler", errorCode);
    }

    /**
     * Ends the job (MPI_Abort, MPI 3.1 §8.7); does not return.
     *
     * @param errorcode exit code of the job, its low 8 bits
     */
    public final void abort(int errorcode) throws MPIException {
        LocalCalls.abort(comm, errorcode);
    }
}
