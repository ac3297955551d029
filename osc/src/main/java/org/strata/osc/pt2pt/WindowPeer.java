package org.strata.osc.pt2pt;

import org.strata.mca.osc.OscFailure;
import org.strata.mca.osc.OscOperation;
import org.strata.mca.pml.PmlRequest;
import org.strata.opal.datatype.Buf;
import org.strata.opal.datatype.DataLayout;

import java.util.ArrayDeque;
import java.util.Deque;

/** What a window keeps of one other member, or of this one. */
final class WindowPeer {
    final int rank;

    // ---- As the target of this member's operations.

    /** Messages whose memory is still in use, in the order of sending. */
    final Deque<Sending> sending = new ArrayDeque<>();

    /** Data that are awaited, in the order of the requests. */
    final Deque<Reply> replies = new ArrayDeque<>();

    /** Whether operations were sent that no acknowledgement covers. */
    boolean dirty;

    /** Acknowledgements that are awaited. */
    int acknowledgements;

    /** Whether this member holds, or has been granted, the peer's lock. */
    boolean granted;

    /** Whether the answer was that a member which has the peer's lock is lost. */
    boolean lockLost;

    /** Posts of the peer that no start has used up. */
    int posts;

    /** The datatype described to the peer last; or null. */
    DataLayout told;

    // ---- As an origin of operations on this member's memory.

    /** Requests that wait until {@link #transfer} is over. */
    final Deque<byte[]> deferred = new ArrayDeque<>();

    /** Data of the peer that are being received; or null. */
    Transfer transfer;

    /** The datatype that the peer has described last; or null. */
    DataLayout described;

    /** What was refused first since the last acknowledgement; or null. */
    OscFailure.Kind refused;

    /** Completions of the peer that no wait has used up. */
    int completions;

    WindowPeer(int rank) {
        this.rank = rank;
    }

    /**
     * A message that is being sent.
     *
     * @param block memory of the {@link WindowOutbox}; 0 for none
     * @param operation completed when it is sent; or null
     */
    record Sending(PmlRequest request, long block, OscOperation operation) {}

    /**
     * Data that are awaited.
     *
     * @param block of the {@link WindowOutbox}, where they arrive; 0 when that is the program's
     *     buffer
     * @param result where they go from there
     * @param position in the packed result
     * @param length expected; a refused request is answered by fewer
     * @param operation completed when they have arrived; or null
     */
    record Reply(
            PmlRequest request,
            long block,
            Buf result,
            long position,
            long length,
            OscOperation operation) {}

    /**
     * A message that is being received into the window, or into a block of its own.
     *
     * @param description memory for the description of a datatype; null for a put
     */
    record Transfer(PmlRequest request, DescriptionMemory description) {}
}
