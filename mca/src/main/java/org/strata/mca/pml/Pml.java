package org.strata.mca.pml;

import org.strata.opal.datatype.DataLayout;

import java.util.function.BooleanSupplier;

/**
 * Point-to-point communication of one rank.
 *
 * <p><b>Buffers</b> are ({@code base}, {@code offset}, {@code count}, {@code layout}): base null
 * for native memory at address offset, else a primitive array and offset in bytes. They belong to
 * the PML until the operation is done. Arguments are valid: {@code mpi-api} has checked them; peers
 * are ranks of the communicator, never PROC_NULL.
 *
 * <p><b>Threads.</b> Every method is called inside {@code ProgressEngine.enter/exit}. Blocking
 * methods make progress while they wait.
 *
 * <p><b>Results</b> are {@code Rc} codes; a truncated receive completes with TRUNCATED and the rest
 * of the message is dropped. An operation on a dead peer completes with PEER_FAILED or UNREACHABLE.
 */
public interface Pml {
    /** Matches a message from any source. */
    int ANY_SOURCE = -1;

    /** Matches any tag from 0. */
    int ANY_TAG = -1;

    /** Opens the PML, and the BML and BTLs below it. */
    void open();

    /** Makes a communicator known; messages for it that came before are matched now. */
    void addComm(CommContext comm);

    /** Forgets a communicator; no operation on it is under way. */
    void removeComm(CommContext comm);

    /** Returns the largest usable tag (attribute MPI_TAG_UB). */
    int maxTag();

    /** Sends and waits until the buffer may be reused (synchronous: until matched). Tier 1. */
    int send(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int destination,
            int tag,
            SendMode mode,
            CommContext comm);

    /** Receives; fills {@code status} (may be null) and returns its error. Tier 1. */
    int receive(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int source,
            int tag,
            CommContext comm,
            PmlStatus status);

    /** Starts a send. Never null; failures complete the request. Tier 1 up to the eager limit. */
    PmlRequest isend(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int destination,
            int tag,
            SendMode mode,
            CommContext comm);

    /** Starts a receive. */
    PmlRequest ireceive(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int source,
            int tag,
            CommContext comm);

    /** Makes an inactive persistent send. */
    PmlRequest sendInit(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int destination,
            int tag,
            SendMode mode,
            CommContext comm);

    /** Makes an inactive persistent receive. */
    PmlRequest receiveInit(
            Object base,
            long offset,
            long count,
            DataLayout layout,
            int source,
            int tag,
            CommContext comm);

    /** Activates a persistent request that is inactive; returns an Rc code. */
    int start(PmlRequest persistent);

    /** Returns whether a matching message is there, after one poll; fills {@code status} if so. */
    boolean iprobe(int source, int tag, CommContext comm, PmlStatus status);

    /** Waits for a matching message and fills {@code status}. */
    int probe(int source, int tag, CommContext comm, PmlStatus status);

    /** Takes a matching message out of matching; null when there is none after one poll. */
    PmlMessage improbe(int source, int tag, CommContext comm, PmlStatus status);

    /** Waits for a matching message and takes it out of matching. */
    PmlMessage mprobe(int source, int tag, CommContext comm, PmlStatus status);

    /** Starts the receive of a taken message. */
    PmlRequest imrecv(Object base, long offset, long count, DataLayout layout, PmlMessage message);

    /**
     * Attaches the buffer for buffered sends; only its size counts, the PML keeps the bytes itself.
     *
     * @return BAD_ARGUMENT when one is attached
     */
    int attachBuffer(long bytes);

    /** Waits until all buffered messages have left, then detaches; returns an Rc code. */
    int detachBuffer();

    /**
     * Finishes what was accepted (released requests, buffered sends, BTL queues) before Finalize.
     *
     * @param hopeless polled while there is something to finish; true ends the wait
     * @return whether everything is finished
     */
    boolean flush(BooleanSupplier hopeless);

    /** Closes the PML and everything below. */
    void close();

    /**
     * Returns a readable reason for a peer failure or unreachable result; a boxed text or a line.
     */
    String explain(int peerRank, CommContext comm, int rc);
}
