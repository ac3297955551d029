package org.strata.pml.tupleq;

import org.strata.mca.pml.Pml;

import java.util.List;

/**
 * Receives from any source that wait at the queues of all sources: each queue of the tag has a
 * notice, a block that is posted behind the program's receives. The message that consumes one goes
 * to the oldest receive that wants it, by copy. Notices of other sources stay for later receives,
 * and receives of their tuples wait behind them. docs/protocol/tupleq.md, "Hand-over".
 */
final class WildReceives {
    private final TuplePeers peers;
    private final QueuePosts posts;
    private final TupleqCounters counters;
    private final boolean handOver;
    private final long pool;

    /** Bytes of the pool that notices have. */
    private long used;

    WildReceives(TupleqConfig config, TuplePeers peers, QueuePosts posts, TupleqCounters counters) {
        this.peers = peers;
        this.posts = posts;
        this.counters = counters;
        this.handOver = config.handOver();
        this.pool = config.noticePool();
    }

    /** Returns whether a receive may wait at queues, if they have room for it. Tier 1. */
    boolean mayTake(int source, int tag, TupleComm comm) {
        return handOver && source == Pml.ANY_SOURCE && tag != Pml.ANY_TAG && !comm.own;
    }

    /**
     * Lets a receive wait at the queues of all sources, or gives it a message that has landed.
     *
     * @return false if it must use the PML below; nothing has happened then
     */
    boolean take(TupleReceive receive) {
        TupleComm comm = receive.home;
        if (!mayTake(receive.wantedSource, receive.wantedTag, comm)
                || comm.changing > 0
                || receive.capacity > RegisteredBlocks.longest()) {
            return false;
        }
        TupleComm.Wild wild = comm.wilds.get(receive.wantedTag);
        if (wild == null) {
            wild = new TupleComm.Wild();
            comm.wilds.put(receive.wantedTag, wild);
        }
        if (!wild.whole && !gather(comm, receive.wantedTag, wild)) {
            return false;
        }
        long length = Math.max(wild.length, receive.capacity);
        if (!wild.filled.isEmpty()) {
            wild.length = length;
            counters.wildcards++;
            give(wild.filled.removeFirst(), receive, true);
            return true;
        }
        if (used + wild.bare.size() * RegisteredBlocks.roomFor(length) > pool) {
            return false;
        }
        wild.length = length;
        counters.wildcards++;
        comm.wildcards++;
        wild.waiting.add(receive);
        List<InTuple> bare = List.copyOf(wild.bare);
        wild.bare.clear();
        bare.forEach(this::arm);
        return true;
    }

    /** Opens the queues of a tag for all sources; returns false if one of them has none. */
    private boolean gather(TupleComm comm, int tag, TupleComm.Wild wild) {
        int missing = 0;
        int size = comm.context.size();
        for (int rank = 0; rank < size; rank++) {
            if (!peers.isOwn(comm.context.peer(rank))) {
                IncomingPair in = peers.incoming(comm, rank);
                if (in.mode() != InMode.TUPLE) {
                    return false;
                }
                missing += in.tuples.get(tag) == null ? 1 : 0;
            }
        }
        if (!posts.hasRoom(missing)) {
            return false;
        }
        wild.bare.clear();
        wild.filled.clear();
        int sources = 0;
        for (int rank = 0; rank < size; rank++) {
            if (!peers.isOwn(comm.context.peer(rank))) {
                InTuple tuple = posts.open(comm.incoming(rank), tag);
                if (tuple == null) {
                    return false;
                }
                sources++;
                add(tuple, wild);
            }
        }
        wild.whole = sources > 0;
        return wild.whole;
    }

    private static void add(InTuple tuple, TupleComm.Wild wild) {
        tuple.wild = wild;
        if (tuple.notice == null) {
            wild.bare.add(tuple);
        } else if (tuple.notice.filled) {
            wild.filled.add(tuple);
        }
    }

    /** Posts a notice behind a tuple's receives. */
    private void arm(InTuple tuple) {
        TupleReceive notice = new TupleReceive(tuple, tuple.wild.length);
        used += RegisteredBlocks.roomFor(notice.capacity);
        tuple.notice = notice;
        post(tuple);
    }

    private void post(InTuple tuple) {
        counters.notices++;
        tuple.notice.filled = false;
        posts.append(tuple, tuple.notice);
        if (tuple.in.mode() == InMode.TUPLE) {
            posts.post(tuple);
        }
    }

    /** Adds a receive to its tuple: to the queue, or behind the notice, or gives it its message. */
    void enqueue(InTuple tuple, TupleReceive receive) {
        if (tuple.notice == null) {
            posts.enqueue(tuple, receive);
        } else if (tuple.notice.filled) {
            tuple.wild.filled.remove(tuple);
            give(tuple, receive, false);
        } else {
            tuple.behind.add(receive);
        }
    }

    /** A message has consumed a tuple's notice: gives it to the oldest receive that wants it. */
    void noticed(InTuple tuple) {
        TupleReceive wildcard = tuple.wild.waiting.peekFirst();
        TupleReceive specific = tuple.behind.peekFirst();
        if (specific != null && (wildcard == null || specific.order < wildcard.order)) {
            tuple.behind.removeFirst();
            give(tuple, specific, false);
        } else if (wildcard != null) {
            tuple.wild.waiting.removeFirst();
            tuple.in.comm.wildcards--;
            give(tuple, wildcard, true);
        } else {
            counters.kept++;
            tuple.wild.filled.add(tuple);
        }
    }

    /**
     * Gives a notice's message to a receive.
     *
     * @param keep whether the notice stays at the queue for the next receive from any source
     */
    private void give(InTuple tuple, TupleReceive receive, boolean keep) {
        posts.give(tuple.notice, receive);
        // The end of the receive may have removed the communicator.
        if (tuple.notice != null) {
            goOn(tuple, keep);
        }
    }

    /** Posts what is behind a consumed notice: older receives than the next wildcard first. */
    private void goOn(InTuple tuple, boolean keep) {
        TupleReceive next = tuple.wild.waiting.peekFirst();
        while (!tuple.behind.isEmpty()
                && (next == null || tuple.behind.peekFirst().order < next.order)) {
            posts.append(tuple, tuple.behind.removeFirst());
        }
        if (next != null || keep) {
            grow(tuple);
            post(tuple);
        } else {
            retire(tuple);
            tuple.wild.bare.add(tuple);
            if (tuple.in.mode() == InMode.TUPLE) {
                posts.post(tuple);
            }
        }
    }

    /** Makes a notice as long as the longest receive of its tag, if the pool has room. */
    private void grow(InTuple tuple) {
        TupleReceive notice = tuple.notice;
        long more =
                RegisteredBlocks.roomFor(tuple.wild.length)
                        - RegisteredBlocks.roomFor(notice.capacity);
        if (tuple.wild.length > notice.capacity && used + more <= pool) {
            used += more;
            QueuePosts.releaseMemory(tuple.in.peer, notice);
            notice.capacity = tuple.wild.length;
        }
    }

    private void retire(InTuple tuple) {
        used -= RegisteredBlocks.roomFor(tuple.notice.capacity);
        QueuePosts.releaseMemory(tuple.in.peer, tuple.notice);
        tuple.notice = null;
    }

    /** Removes a receive that waits for a notice; returns false if it is none. */
    boolean remove(TupleReceive receive) {
        TupleComm comm = receive.home;
        if (receive.wantedSource == Pml.ANY_SOURCE) {
            TupleComm.Wild wild = comm.wilds.get(receive.wantedTag);
            boolean removed = wild != null && wild.waiting.remove(receive);
            comm.wildcards -= removed ? 1 : 0;
            return removed;
        }
        InTuple tuple = peers.incoming(comm, receive.wantedSource).tuples.get(receive.wantedTag);
        return tuple != null && tuple.behind.remove(receive);
    }

    /** Adds the receives that wait for notices to those that the communicator returns. */
    void returnWaiting(TupleComm comm) {
        if (comm.wildcards > 0) {
            for (TupleComm.Wild wild : comm.wilds.values()) {
                comm.returned.addAll(wild.waiting);
                wild.waiting.clear();
            }
            comm.wildcards = 0;
        }
    }

    /**
     * The queues of a pair are about to be closed: its notices go. Those with data stand for
     * messages that the PML below will match.
     */
    void leave(IncomingPair in, StandIns standIns) {
        for (TupleComm.Wild wild : in.comm.wilds.values()) {
            wild.whole = false;
        }
        for (InTuple tuple : in.tuples.values()) {
            TupleReceive notice = tuple.notice;
            if (notice == null) {
                continue;
            }
            if (notice.filled) {
                tuple.wild.filled.remove(tuple);
            }
            if (notice.filled && notice.dataHere) {
                used -= RegisteredBlocks.roomFor(notice.capacity);
                tuple.notice = null;
                standIns.add(notice);
            } else if (notice.filled) {
                retire(tuple);
            } else {
                // Its block stays with the queue until the peer has forgotten that.
                used -= RegisteredBlocks.roomFor(notice.capacity);
                tuple.notice = null;
            }
        }
    }

    /** The communicator is removed: forgets the messages that no receive will want. */
    void remove(TupleComm comm) {
        for (IncomingPair in : comm.incoming()) {
            for (InTuple tuple : in.tuples.values()) {
                if (tuple.notice != null && tuple.notice.filled) {
                    retire(tuple);
                }
            }
        }
    }
}
