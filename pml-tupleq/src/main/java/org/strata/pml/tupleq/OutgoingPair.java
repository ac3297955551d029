package org.strata.pml.tupleq;

import org.strata.mca.pml.CommContext;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * What goes to one peer on one communicator: its mode, its tuples by tag, and the messages that no
 * lane carries.
 */
final class OutgoingPair {
    final CommContext context;

    /** The peer's rank in the communicator. */
    final int rank;

    final QueuePeer peer;

    /** Whether a link with queues joined the two when the pair was made. */
    final boolean linked;

    /** The peer's lanes, which its pairs share. */
    final LaneTable<OutTuple> lanes;

    final IntMap<OutTuple> tuples = new IntMap<>();

    // Messages sent by queues; the PML below counts the others.

    long sent;
    long sentBytes;

    /** Number of the epoch in which the receiver wants messages by the PML below. */
    long epoch;

    /** Number of the last message that the PML below has accepted. */
    long sentBelow;

    /** Whether the receiver must be told, before the first message, that none comes by queues. */
    boolean announces;

    /** Messages that the link has accepted and not completed. */
    int unfinished;

    /** Sends that wait for their receives because there was no room to copy them. */
    final Crowd crowd = new Crowd();

    /** Messages that did not land, or may not have landed; PLAIN says which of them have. */
    final List<TupleSend> limbo = new ArrayList<>();

    /** Messages for the PML below, in no order. */
    final List<TupleSend> returning = new ArrayList<>();

    /** Detours whose data the PML below does not carry yet. */
    final List<TupleSend> detours = new ArrayList<>();

    /** Messages whose data the receiver awaits by the PML below, in the order of its receives. */
    final Queue<Awaited> awaited = new ArrayDeque<>();

    private OutMode mode;

    /** A message whose data the receiver awaits, by its tag and number. */
    record Awaited(int tag, long number) {}

    /**
     * @param lanes the peer's lanes
     * @param linked whether a link with queues joins the two
     * @param first epoch, and number before the first message's
     */
    OutgoingPair(
            CommContext context,
            int rank,
            QueuePeer peer,
            LaneTable<OutTuple> lanes,
            boolean linked,
            long first) {
        this.context = context;
        this.rank = rank;
        this.peer = peer;
        this.lanes = lanes;
        this.linked = linked;
        mode = linked ? OutMode.TUPLE : OutMode.PLAIN;
        announces = !linked && peer.hasQueues();
        epoch = first;
        sentBelow = first;
    }

    OutMode mode() {
        return mode;
    }

    /**
     * Changes the mode.
     *
     * @throws IllegalStateException if the protocol has no such transition
     */
    void become(OutMode next) {
        if (!mode.mayBecome(next)) {
            throw new IllegalStateException(
                    "tupleq: messages to rank " + rank + " are " + mode + ", not to be " + next);
        }
        mode = next;
    }

    /** Returns whether the receiver awaits a message's data. Tier 1 while it awaits none. */
    boolean awaits(TupleSend send) {
        return !awaited.isEmpty() && awaited.contains(new Awaited(send.wantedTag, send.number));
    }

    /** Returns the detour that the receiver awaits, or null. */
    TupleSend detour(Awaited wanted) {
        for (TupleSend send : detours) {
            if (send.wantedTag == wanted.tag && send.number == wanted.number) {
                return send;
            }
        }
        return null;
    }
}
