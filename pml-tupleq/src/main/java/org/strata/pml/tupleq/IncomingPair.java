package org.strata.pml.tupleq;

import java.util.ArrayList;
import java.util.List;

/**
 * What comes from one peer on one communicator: its mode, its tuples by tag, and what the PML below
 * has matched.
 */
final class IncomingPair {
    final TupleComm comm;

    /** The peer's rank in the communicator. */
    final int rank;

    final QueuePeer peer;

    /** Whether a link with queues joined the two when the pair was made. */
    final boolean linked;

    final IntMap<InTuple> tuples = new IntMap<>();

    // Messages received from queues; the PML below counts the others.

    long received;
    long receivedBytes;

    /** Whether the peer has been told to send by the PML below, and has not agreed to return. */
    boolean toldPlain;

    /** Whether the pair stays PLAIN once it is. */
    boolean neverBack;

    /** Receives that only this peer's messages can match, posted to the PML below. */
    int postedBelow;

    /** Number of the last message that the PML below has matched. */
    long matchedBelow;

    /** Whether the list of pairs that may return contains it. */
    boolean candidate;

    /** Whether the peer has not answered the last question. */
    boolean answerAwaited;

    /** Refusals in a row. */
    int refusals;

    /** How many occasions to ask are left out. */
    int occasionsToSkip;

    /** Receives that were posted in mode RETURNING. */
    final List<TupleReceive> held = new ArrayList<>();

    private InMode mode;
    private long epoch;

    /**
     * @param linked whether a link with queues joins the two
     * @param first epoch, and number before the first message's
     */
    IncomingPair(
            TupleComm comm, int rank, QueuePeer peer, boolean linked, InMode mode, long first) {
        this.comm = comm;
        this.rank = rank;
        this.peer = peer;
        this.linked = linked;
        this.mode = mode;
        epoch = first;
        matchedBelow = first;
    }

    InMode mode() {
        return mode;
    }

    /** Returns the number of the current time in mode PLAIN; the peer's answers name it. */
    long epoch() {
        return epoch;
    }

    /**
     * Changes the mode, and counts what the change means for the communicator and for tools.
     *
     * @throws IllegalStateException if the protocol has no such transition
     */
    void become(InMode next) {
        if (!mode.mayBecome(next)) {
            throw new IllegalStateException(
                    "tupleq: messages from rank " + rank + " are " + mode + ", not to be " + next);
        }
        if (next == InMode.CHANGING) {
            comm.changing++;
            comm.counters.fallbacks++;
        } else if (mode == InMode.CHANGING) {
            comm.changing--;
        }
        if (mode == InMode.RETURNING && next == InMode.TUPLE) {
            comm.counters.returns++;
        }
        if (mode != InMode.TUPLE && next == InMode.PLAIN) {
            // The peer knows of this change, or answers a question of the time before.
            epoch++;
        }
        mode = next;
    }

    /** Removes and returns the receives that were held in mode RETURNING, in their order. */
    List<TupleReceive> takeHeld() {
        List<TupleReceive> taken = new ArrayList<>(held);
        held.clear();
        return taken;
    }
}
