package org.strata.mca.btl;

import org.strata.mca.proc.Proc;
import org.strata.opal.datatype.Buf;
import org.strata.opal.progress.Progressable;

/**
 * One link of a byte transfer layer: an interface, a port, the node's shared memory.
 *
 * <p><b>Life.</b> {@link BtlComponent#open} makes it. The BML calls {@link #addPeer} before the
 * first message to a peer, and {@link #close} after the last {@link #removePeer}. The BTL registers
 * itself with the progress engine as soon as it has something to poll, and unregisters in {@code
 * close}.
 *
 * <p><b>Threads.</b> All methods are called inside the rank's progress bracket, by one thread at a
 * time. A BTL with threads of its own queues their events for {@link #progress()} and calls {@code
 * ProgressEngine.wake}.
 *
 * <p><b>Order.</b> Messages to one endpoint are delivered exactly once; by {@link #sendShort},
 * {@link #sendImmediate} and {@link #send} together they are delivered in the order of the calls
 * that returned OK. The upper layer does not rely on the order across endpoints or BTLs.
 *
 * <p><b>Back-pressure.</b> A call without resources returns {@code NO_RESOURCE} (or null) at once
 * and has no effect; it never blocks. A later attempt succeeds once {@link #progress()} has freed
 * something.
 *
 * <p><b>Departure.</b> A message that was accepted may wait in this process, for a connection, a
 * credit or room in a socket, and leaves in a later {@link #progress()}. The endpoint then counts
 * it in {@link BtlEndpoint#accepted} and not in {@link BtlEndpoint#departed}: the upper layer
 * completes no send before, since the program may call nothing more while its peer waits for the
 * message.
 *
 * <p><b>Receiving.</b> From {@link #progress()} and {@link #progress(BtlEndpoint)} only, through
 * {@link ActiveMessages#dispatch}. The handler may call any method of this interface but these two.
 *
 * <p><b>Sleep.</b> A rank that waits falls asleep after a while, and whatever brings it a message
 * must end the sleep. A BTL with sockets registers them with {@code RankSleeper.selector()}; with
 * OP_WRITE, too, while it has bytes that the kernel did not accept. A BTL over shared memory moves
 * the sleep word there, unless another one has ({@code RankSleeper.relocated}, {@code relocate}
 * with the way to the words of others, {@code restore} in {@code close}), and its senders ring by
 * {@code Doorbell} the word that {@code RankSleeper.peerWord} returns, looked up once per peer.
 * Room ends a sleep, too: who finds none says so in a shared word, fences and looks again; who
 * frees some fences, looks at that word and rings. A BTL whose device must be armed to make an
 * event does so in the poll in which {@code ProgressEngine.fallingAsleep()} returns true. Events
 * that other threads queue end the sleep by {@code ProgressEngine.wake}. A {@code progress()} that
 * handled something returns more than 0, or the rank falls asleep over it.
 *
 * <p><b>Failure.</b> Data-path calls return codes, never throw. A link that breaks completes its
 * outstanding descriptors with {@code LINK_FAILED} and then calls {@link BtlErrorHandler} once, in
 * {@code progress()}. A message whose descriptor failed may or may not have been delivered: the
 * upper layer numbers its messages.
 */
public interface Btl extends Progressable {
    /** Bytes of the header that {@link #sendShort} takes as two words. */
    int SHORT_HEADER = 2 * Long.BYTES;

    /** Result of {@link #receiveShort}: no message of the peer has arrived. */
    int NOTHING = -1;

    /** Result of {@link #receiveShort}: {@link #progress(BtlEndpoint)} must handle what is next. */
    int OTHER = -2;

    /** Returns what this BTL can do; the same object for its whole life. */
    BtlAttributes attributes();

    /**
     * Decides whether this BTL reaches a peer, without connecting to it.
     *
     * @param refusal where this method appends, if it does not reach the peer, one line with the
     *     reason: {@code "different host"}
     * @return the endpoint; null when it does not reach the peer
     */
    BtlEndpoint addPeer(Proc peer, StringBuilder refusal);

    /** Removes a peer: closes its connection in an orderly way, without flushing anything. */
    void removePeer(BtlEndpoint endpoint);

    /**
     * Sends header and payload now, copying both; there is no completion. Tier 1: no allocation.
     *
     * @param tag selects the receiver's handler
     * @param header native address of the upper layer's header
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset where the contiguous payload starts
     * @param length payload bytes; header and payload together at most the eager limit
     * @return OK, or NO_RESOURCE, or a failure of the link
     */
    int sendImmediate(
            BtlEndpoint endpoint,
            int tag,
            long header,
            int headerLength,
            Object base,
            long offset,
            int length);

    /**
     * Sends as {@link #sendImmediate} does, with a header of {@link #SHORT_HEADER} bytes that is
     * passed in registers: the receiver finds {@code header0} at the message's address and {@code
     * header1} behind it, both in the machine's byte order. Tier 1: no allocation, and no copy of
     * the header but the one into the place it is sent from.
     *
     * @param tag selects the receiver's handler
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset where the contiguous payload starts
     * @param length payload bytes; with the header at most the eager limit
     * @return OK, or NO_RESOURCE, or a failure of the link
     */
    int sendShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            int length);

    /**
     * Polls for messages of one peer: tier 1, for a rank that waits for that peer. A BTL that can
     * tell where the peer's next message will be looks only there; messages of other peers, the
     * callbacks of descriptors and broken links then wait for {@link #progress()}, which the caller
     * must call every so many rounds, and before it sleeps. Handlers run as in {@code progress()},
     * and messages of a peer keep their order whichever of the two delivers them.
     *
     * @param endpoint the peer that the next message is expected from
     * @return the number of events handled, of this peer or another; 0 for none
     */
    default int progress(BtlEndpoint endpoint) {
        return progress();
    }

    /**
     * Receives the peer's next message straight into the upper layer's buffer, if it is the one
     * that the upper layer waits for: a message of this tag and with exactly this header, as {@link
     * #sendShort} sends it, whose payload fits. It is consumed then, and no handler sees it. Any
     * other message stays for {@link #progress(BtlEndpoint)}. Tier 1, for a rank that waits for one
     * message.
     *
     * <p>A BTL without such a path, or with a message that lies elsewhere, returns {@link #OTHER};
     * so does a decorator, whose handlers must see every message.
     *
     * @param tag as the sender's
     * @param header0 first word of the wanted header
     * @param header1 second word of the wanted header
     * @param base null when {@code offset} is a native address, else a primitive array
     * @param offset where the payload is to be stored
     * @param capacity bytes that may be stored there
     * @param polls how many times to look for a message before {@link #NOTHING} is returned; at
     *     least once
     * @return the bytes of the payload that was received, {@link #NOTHING} or {@link #OTHER}
     */
    default int receiveShort(
            BtlEndpoint endpoint,
            int tag,
            long header0,
            long header1,
            Object base,
            long offset,
            long capacity,
            int polls) {
        return OTHER;
    }

    /**
     * Allocates a descriptor with room for {@code length} bytes in one piece, at most maxSendSize.
     *
     * @return null for NO_RESOURCE
     */
    Descriptor alloc(BtlEndpoint endpoint, int length);

    /**
     * Allocates a descriptor for part of a user buffer. Packs the data into it, or points it at the
     * buffer if this BTL sends in place and the data are contiguous native memory.
     *
     * @param buf the user buffer; the BTL does not keep the Buf
     * @param position first byte of the packed data to send
     * @param headerLength bytes to reserve before the payload
     * @param maxPayload payload bytes wanted; the descriptor's payloadLength is how many it
     *     contains: all, or as many as maxSendSize allows
     * @return null for NO_RESOURCE
     */
    Descriptor prepareSource(
            BtlEndpoint endpoint, Buf buf, long position, int headerLength, long maxPayload);

    /**
     * Sends a descriptor. On OK its callback runs exactly once, now or later; on any other code the
     * descriptor stays the caller's and its callback does not run.
     */
    int send(BtlEndpoint endpoint, Descriptor descriptor, int tag);

    /** Releases a descriptor to its pool. */
    void free(Descriptor descriptor);

    /**
     * Returns whether everything that this BTL has accepted will arrive without this process: the
     * bytes are in the kernel, or at the peer. Finalize calls it, with progress in between, until
     * it returns true.
     */
    default boolean flushed() {
        return true;
    }

    /**
     * Returns what a user may want to know of the way that messages take to a peer over this link,
     * in one line: which of several it is, and why. Empty when there is only one. Tier 3.
     */
    default String remark(BtlEndpoint endpoint) {
        return "";
    }

    /** Closes the link in an orderly way and releases everything. */
    void close();
}
