package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlMessage;
import org.strata.mca.pml.PmlStatus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The receiver's part of the hand-over of wildcards: a receive that several queues could fill is
 * posted to none. Its peers announce what they send, and the oldest announced message that no other
 * receive is meant for claims it: the receive is handed to the queue of that message. Receives that
 * a wildcard before them could deprive of their message wait behind it. docs/protocol/tupleq.md,
 * "Hand-over of wildcards".
 */
final class Wildcards {
    private final Pml below;
    private final Control control;
    private final Delegates delegates;
    private final TuplePeers peers;
    private final TupleqCounters counters;
    private final Owner owner;

    /** Communicators with waiting receives. */
    private final List<TupleComm> active = new ArrayList<>();

    /** What a receive that has waited goes to. */
    interface Owner {
        /**
         * Returns a tuple with a queue; null when there is none: then the pair leaves its queues.
         */
        InTuple openOrLeave(IncomingPair in, int tag);

        /** Adds a receive to its queue. */
        void enqueue(InTuple tuple, TupleReceive receive);

        /** Passes on a receive from one peer that no wildcard holds up any more. */
        void route(TupleReceive receive);

        /** The PML below has matched a message of a rank. */
        void matchedBelow(TupleComm comm, int rank);
    }

    Wildcards(
            Pml below,
            Control control,
            Delegates delegates,
            TuplePeers peers,
            TupleqCounters counters,
            Owner owner) {
        this.below = below;
        this.control = control;
        this.delegates = delegates;
        this.peers = peers;
        this.counters = counters;
        this.owner = owner;
    }

    private static boolean isWild(TupleReceive receive) {
        return receive.wantedSource == Pml.ANY_SOURCE || receive.wantedTag == Pml.ANY_TAG;
    }

    /** Returns whether a receive is to wait here. */
    boolean takes(TupleReceive receive) {
        TupleComm comm = receive.home;
        return comm.handsOver && (isWild(receive) || isBlocked(receive, comm, comm.waiting.size()));
    }

    /** Returns whether one of the first waiting receives could take a later one's message. */
    private static boolean isBlocked(TupleReceive receive, TupleComm comm, int before) {
        for (int i = 0; i < before; i++) {
            TupleReceive other = comm.waiting.get(i);
            boolean source =
                    other.wantedSource == Pml.ANY_SOURCE
                            || other.wantedSource == receive.wantedSource;
            if (source && isWild(other) && TagSet.matches(other.wantedTag, receive.wantedTag)) {
                return true;
            }
        }
        return false;
    }

    /** Adds a receive that {@link #takes} says yes to, and finds its message. */
    void add(TupleReceive receive) {
        TupleComm comm = receive.home;
        if (comm.waiting.isEmpty()) {
            active.add(comm);
        }
        comm.waiting.add(receive);
        if (isWild(receive)) {
            ask(comm, receive.wantedSource, receive.wantedTag);
            match(comm, true);
        }
    }

    /** Removes a waiting receive; returns false if it does not wait here. */
    boolean remove(TupleReceive receive) {
        return receive.home.waiting.remove(receive);
    }

    /**
     * Ends the hand-over on a communicator, for good: moves the waiting receives before those that
     * are held while a mode changes.
     *
     * @return whether there were any
     */
    boolean stop(TupleComm comm) {
        boolean any = !comm.waiting.isEmpty();
        comm.handsOver = false;
        comm.held.addAll(0, comm.waiting);
        comm.waiting.clear();
        active.remove(comm);
        return any;
    }

    /** The communicator is removed. */
    void remove(TupleComm comm) {
        comm.handsOver = false;
        active.remove(comm);
    }

    // Asking.

    private void ask(TupleComm comm, int source, int tag) {
        if (source != Pml.ANY_SOURCE) {
            ask(peers.incoming(comm, source), tag);
        } else if (comm.askedAll.add(tag)) {
            for (int rank = 0; rank < comm.context.size(); rank++) {
                if (!peers.isSelf(comm, rank)) {
                    ask(peers.incoming(comm, rank), tag);
                }
            }
        }
    }

    private void ask(IncomingPair in, int tag) {
        if (in.mode() != InMode.TUPLE) {
            return;
        }
        if (in.announced == null) {
            in.announced = new Announcements();
        }
        if (in.announced.asked.add(tag)) {
            long comm = in.comm.context.identity();
            control.send(in.peer.proc, Control.Kind.WILD, comm, tag, 0);
        }
    }

    /** Handles WAITING: the peer announces a tag, and which messages are under way. */
    void onWaiting(IncomingPair in, int tag, long[] counts) {
        if (in.comm.handsOver && in.announced != null) {
            in.announced.restart(tag, counts);
            match(in.comm, true);
        }
    }

    /** Handles ANNOUNCED: the peer has sent a message. */
    void onAnnounced(IncomingPair in, int tag, long number) {
        if (in.comm.handsOver && in.announced != null) {
            in.announced.add(tag, number);
            match(in.comm, true);
        }
    }

    // Matching.

    /** Finds messages of the PML below for the waiting receives. */
    void progress() {
        for (int i = active.size() - 1; i >= 0 && i < active.size(); i--) {
            TupleComm comm = active.get(i);
            match(comm, false);
            if (comm.waiting.isEmpty()) {
                active.remove(comm);
            }
        }
    }

    /**
     * Gives the waiting receives their messages, in the order of the calls.
     *
     * @param queues whether announced messages may be new, or receives gone; else only messages of
     *     the PML below
     */
    void match(TupleComm comm, boolean queues) {
        if (comm.matching) {
            return;
        }
        comm.matching = true;
        int i = 0;
        while (i < comm.waiting.size()) {
            TupleReceive receive = comm.waiting.get(i);
            boolean gone;
            if (isWild(receive)) {
                gone = (queues && claim(receive)) || takeBelow(receive);
            } else {
                gone = !isBlocked(receive, comm, i);
                if (gone) {
                    comm.waiting.remove(i);
                    owner.route(receive);
                }
            }
            i += gone ? 0 : 1;
        }
        comm.matching = false;
    }

    private boolean claim(TupleReceive receive) {
        TupleComm comm = receive.home;
        if (receive.wantedSource != Pml.ANY_SOURCE) {
            return claim(receive, peers.incoming(comm, receive.wantedSource));
        }
        List<IncomingPair> all = comm.incoming();
        for (int i = 0; i < all.size(); i++) {
            int place = (comm.turn + i) % all.size();
            if (claim(receive, all.get(place))) {
                comm.turn = place + 1;
                return true;
            }
        }
        return false;
    }

    private boolean claim(TupleReceive receive, IncomingPair in) {
        if (in.announced == null || in.mode() != InMode.TUPLE) {
            return false;
        }
        Announcements.Announced found =
                in.announced.oldest(
                        receive.wantedTag,
                        tag -> last(in, tag, tuple -> tuple.arrived),
                        tag -> last(in, tag, tuple -> tuple.enqueued));
        InTuple tuple = found == null ? null : owner.openOrLeave(in, found.tag());
        if (tuple == null) {
            return false;
        }
        remove(receive);
        counters.claimed++;
        receive.wantedSource = in.rank;
        receive.wantedTag = found.tag();
        owner.enqueue(tuple, receive);
        return true;
    }

    private static long last(IncomingPair in, int tag, ToLongFunction<InTuple> number) {
        InTuple tuple = in.tuples.get(tag);
        return tuple == null ? Long.MIN_VALUE : number.applyAsLong(tuple);
    }

    /** Takes a message that has come by the PML below, from a peer without queues or this rank. */
    private boolean takeBelow(TupleReceive receive) {
        TupleComm comm = receive.home;
        int source = receive.wantedSource;
        int tag = receive.wantedTag;
        if (!comm.handsOver || !below.unmatched(source, tag, comm.context)) {
            return false;
        }
        PmlStatus status = new PmlStatus();
        PmlMessage message = below.improbe(source, tag, comm.context, status);
        if (message == null) {
            return false;
        }
        remove(receive);
        counters.claimed++;
        owner.matchedBelow(comm, status.source);
        receive.wantedSource = status.source;
        receive.wantedTag = status.tag;
        receive.taken = true;
        receive.inner = below.imrecv(receive.buf, message);
        delegates.add(receive);
        return true;
    }
}
