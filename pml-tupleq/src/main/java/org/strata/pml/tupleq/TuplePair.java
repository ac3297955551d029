package org.strata.pml.tupleq;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A communicator and a peer: the mode of each direction, and its tuples by tag. The receiver of a
 * direction decides its mode.
 */
final class TuplePair {
    /** How messages of one direction travel. */
    enum Mode {
        /** By the queues of their tuples. */
        TUPLE,
        /**
         * The receiver waits until the peer is quiet; the sender, until its lanes are rid of them.
         */
        CHANGING,
        /** By the PML below. */
        PLAIN,
        /** The receiver has asked the peer to use queues again, and holds new receives. */
        RETURNING
    }

    final TupleComm comm;

    /** The peer's rank in the communicator. */
    final int rank;

    final QueuePeer peer;

    /** Whether a link with queues joins the two. */
    boolean linked;

    // What comes from the peer.

    Mode in = Mode.TUPLE;
    final IntMap<InTuple> inTuples = new IntMap<>();

    /** Whether the peer has been told to send by the PML below, and has not agreed to return. */
    boolean toldPlain;

    /** Number of the current time in mode PLAIN; the peer's answers name it. */
    long epoch;

    /** Whether what comes from the peer stays PLAIN once it is. */
    boolean neverBack;

    /** Receives that only this peer's messages can match, posted below. */
    int postedBelow;

    /** Number of the last message that has been matched below. */
    long matchedBelow;

    /** Whether the candidates for a return contain it. */
    boolean candidate;

    /** Whether the peer has not answered the last question. */
    boolean answerAwaited;

    /** Refusals in a row, and how many occasions to ask are left out after them. */
    int refusals;

    int occasionsToSkip;

    /** Receives that came in mode RETURNING. */
    final List<TupleReceive> held = new ArrayList<>();

    // What goes to the peer.

    Mode out = Mode.TUPLE;

    /** Number of the epoch in which the peer wants messages by the PML below. */
    long outEpoch;

    /** Number of the last message that the PML below has accepted. */
    long sentBelow;

    final IntMap<OutTuple> outTuples = new IntMap<>();

    /** Whether the peer must be told, before the first message, that none comes by queues. */
    boolean announces;

    /** Messages that the link has accepted and not completed. */
    int unfinished;

    /** Sends that wait for their receives because there was no room to copy them. */
    int crowded;

    /** Sends that have ended so far, and that number at the last look. */
    long ended;

    long endedSeen;

    /** Looks without an end of a send. */
    int looks;

    /** Whether the receiver has been told that there is no room. */
    boolean flooded;

    /** Whether the list of pairs with such sends contains it. */
    boolean listed;

    /** Messages that did not land, or of which that is unknown, until the peer says PLAIN. */
    final List<TupleSend> limbo = new ArrayList<>();

    /** Messages for the PML below, in no order. */
    final List<TupleSend> returning = new ArrayList<>();

    /** Detours whose data are not on their way. */
    final List<TupleSend> detours = new ArrayList<>();

    /** Messages whose data the receiver awaits by the PML below, in the order of its receives. */
    final Queue<Awaited> awaited = new ArrayDeque<>();

    /** A message whose data the receiver awaits, by its tag and number. */
    record Awaited(int tag, long number) {}

    /**
     * @param first epoch, and number before the first message's, in both directions
     */
    TuplePair(TupleComm comm, int rank, QueuePeer peer, long first) {
        this.comm = comm;
        this.rank = rank;
        this.peer = peer;
        epoch = first;
        outEpoch = first;
        matchedBelow = first;
        sentBelow = first;
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
