package org.strata.mca.pml;

import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;

import java.util.function.BooleanSupplier;

/**
 * Point-to-point communication of one rank.
 *
 * <p><b>Buffers.</b> The memory of a {@link Buf} belongs to the PML until the operation is done;
 * the Buf itself is the caller's again as soon as the call returns, and may be set anew. A request
 * contains a copy of it, whose owner keeps the memory alive ({@link PmlRequest#buf}). {@code
 * mpi-api} has checked all arguments; peers are ranks of the communicator, never PROC_NULL.
 *
 * <p><b>Threads.</b> Every method is called inside {@code ProgressEngine.enter/exit}. Blocking
 * methods make progress while they wait.
 *
 * <p><b>Results</b> are {@code Rc} codes; a truncated receive completes with TRUNCATED and the rest
 * of the message is dropped. An operation on a dead peer, or on one that was reached and is not any
 * more, completes with PEER_FAILED; on one that no BTL ever connected, with UNREACHABLE.
 *
 * <p>A PML knows no persistent requests (MPI 3.1 §3.9): {@code mpi-api} keeps their arguments and
 * starts an ordinary operation each time.
 */
public interface Pml {
    /** Matches a message from any source. */
    int ANY_SOURCE = -1;

    /** Matches any tag from 0. */
    int ANY_TAG = -1;

    /** Result of {@link #receiveShort}: {@link #receive} must receive the message. */
    int NOT_RECEIVED = -1;

    /** Opens the PML, and the BML and BTLs below it. */
    void open();

    /** Adds a communicator, and matches messages for it that arrived before. */
    void addComm(CommContext comm);

    /**
     * Removes a communicator on which no operation is under way ({@link CommContext#whenIdle}), and
     * drops its messages that were not received.
     */
    void removeComm(CommContext comm);

    /** Returns the largest usable tag (attribute MPI_TAG_UB). */
    int maxTag();

    /**
     * Sends and waits until the buffer may be reused (synchronous mode: until matched). Tier 1.
     *
     * @param buf the data
     * @param destination rank of the receiver
     * @param tag tag of the message
     * @param mode one of the modes of MPI 3.1 §3.4
     * @param comm the communicator
     * @return an Rc code
     */
    int send(Buf buf, int destination, int tag, SendMode mode, CommContext comm);

    /**
     * Receives and waits for the data. Tier 1.
     *
     * @param buf place for the data
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     * @param tag tag of the message, or {@link #ANY_TAG}
     * @param comm the communicator
     * @param status filled with the outcome; may be null
     * @return an Rc code, the same as the status's error
     */
    int receive(Buf buf, int source, int tag, CommContext comm, PmlStatus status);

    /**
     * Sends a short message in standard mode, if that is nothing but handing it to a link. {@link
     * #send} sends every message; this is for callers that have no {@link Buf} yet. Tier 1.
     *
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset address of the data, gapless; or their byte offset in the array
     * @param bytes length of the data
     * @param destination rank of the receiver
     * @param tag tag of the message
     * @param comm the communicator
     * @return OK, or NOT_AVAILABLE when the call had no effect
     */
    default int sendShort(
            Object base, long offset, long bytes, int destination, int tag, CommContext comm) {
        return Rc.NOT_AVAILABLE;
    }

    /**
     * Receives a short message that comes soon, and next from its source, as {@link #sendShort}
     * sends one. Tier 1.
     *
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset address of gapless memory for the data; or its byte offset in the array
     * @param capacity bytes that may be stored there
     * @param source rank of the sender; no wildcard
     * @param tag tag of the message, or {@link #ANY_TAG}
     * @param comm the communicator
     * @return the message's bytes, or {@link #NOT_RECEIVED} when the call had no effect but
     *     progress
     */
    default int receiveShort(
            Object base, long offset, long capacity, int source, int tag, CommContext comm) {
        return NOT_RECEIVED;
    }

    /** Starts a send. Never null; failures complete the request. Tier 1 up to the eager limit. */
    PmlRequest isend(Buf buf, int destination, int tag, SendMode mode, CommContext comm);

    /** Starts a receive. Never null; failures complete the request. */
    PmlRequest ireceive(Buf buf, int source, int tag, CommContext comm);

    /**
     * Starts a receive of gapless data, for callers that have no {@link Buf} yet. Failures complete
     * the request. Tier 1.
     *
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset address of gapless memory for the data; or its byte offset in the array
     * @param capacity bytes that may be stored there
     * @param owner object that keeps the memory alive
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     * @param tag tag of the message, or {@link #ANY_TAG}
     * @param comm the communicator
     * @return the request, or null when the call had no effect: {@link #ireceive} starts every
     *     receive
     */
    default PmlRequest ireceiveGapless(
            Object base,
            long offset,
            long capacity,
            Object owner,
            int source,
            int tag,
            CommContext comm) {
        return null;
    }

    /**
     * Polls once; returns whether a matching message has arrived, and then fills {@code status}.
     */
    boolean iprobe(int source, int tag, CommContext comm, PmlStatus status);

    /** Waits for a matching message and fills {@code status}. */
    int probe(int source, int tag, CommContext comm, PmlStatus status);

    /**
     * Returns whether a message with a tag from 0 has arrived that no receive has matched, without
     * a poll.
     *
     * @param source rank of the sender, or {@link #ANY_SOURCE}
     * @param comm the communicator
     */
    boolean unmatched(int source, CommContext comm);

    /** Polls once, and removes a matching message from matching; null when there is none. */
    PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status);

    /** Waits for a matching message and removes it from matching. */
    PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status);

    /** Starts the receive of a message that a matched probe returned. */
    PmlRequest imrecv(Buf buf, PmlMessage message);

    /**
     * Attaches the buffer for buffered sends; only its size counts, since the PML stores the bytes
     * in memory of its own.
     *
     * @return BAD_ARGUMENT when one is attached
     */
    int attachBuffer(long bytes);

    /** Waits until all buffered messages have left, then detaches; returns an Rc code. */
    int detachBuffer();

    /**
     * Finishes all accepted operations (released requests, buffered sends, BTL queues), for
     * Finalize.
     *
     * @param hopeless polled while an operation is unfinished; true ends the wait
     * @return whether everything is finished
     */
    boolean flush(BooleanSupplier hopeless);

    /**
     * Visits what has been exchanged, once per communicator and peer. Always counted: in plain
     * fields of the peer's that the path of short messages writes anyway. Any thread may call this
     * at any time; it then sees values that may lag. Every message counts once, also one that moves
     * through several layers or links.
     */
    void traffic(TrafficVisitor visitor);

    /**
     * Counts what waits in the matching queues of a communicator, by the rank of the peer. A PML
     * without such queues leaves the counts as they are. Inside the progress bracket. Tier 3.
     *
     * @param unexpected the messages of each peer that no receive has matched are added here
     * @param posted the receives that name a peer and wait for it are added here
     */
    default void countQueued(CommContext comm, long[] unexpected, long[] posted) {}

    /** Closes the PML and everything below. */
    void close();

    /**
     * Returns a readable reason for a result of a call: a boxed text or a line.
     *
     * @param peerRank the rank that the operation was with; unused for BAD_ARGUMENT
     * @param rc a peer failure, UNREACHABLE, or BAD_ARGUMENT of a receive, which this PML refuses
     */
    String explain(int peerRank, CommContext comm, int rc);
}
