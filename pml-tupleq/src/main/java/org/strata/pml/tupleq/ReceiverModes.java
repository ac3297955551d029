package org.strata.pml.tupleq;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.pml.Pml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The receiver's modes: passes each receive to a queue or to the PML below by its pair's mode, and
 * changes pairs to PLAIN when queues cannot do what the program wants.
 */
final class ReceiverModes implements QueueBtl.QuietCallback, QueueEvents {
    private final TuplePeers peers;
    private final BelowReceives receives;
    private final ReturnQuestion question;
    private final QueuePosts posts;
    private final WildReceives wilds;
    private final StandIns standIns;

    /** Pairs in mode CHANGING whose peers are not quiet yet. */
    private final List<IncomingPair> closing = new ArrayList<>();

    ReceiverModes(
            TupleqConfig config,
            Pml below,
            Control control,
            Delegates delegates,
            TuplePeers peers,
            TupleqCounters counters) {
        this.peers = peers;
        this.posts = new QueuePosts(config, below, control, delegates, counters, this);
        this.standIns = new StandIns(posts, counters);
        this.wilds = new WildReceives(config, peers, posts, counters);
        this.receives = new BelowReceives(config, below, delegates, peers, standIns);
        this.question = new ReturnQuestion(below, control, counters, receives);
    }

    /** Returns the receives that the PML below matches. */
    BelowReceives below() {
        return receives;
    }

    /** Returns the way back to queues. */
    ReturnQuestion question() {
        return question;
    }

    /** Returns the queues. */
    QueuePosts posts() {
        return posts;
    }

    /** Returns the receives from any source that wait at queues. */
    WildReceives wilds() {
        return wilds;
    }

    /** Returns the messages that have landed and are matched by the PML below. */
    StandIns standIns() {
        return standIns;
    }

    // Receives.

    /** Passes a receive on: to a queue, to the PML below, or to those held while a mode changes. */
    void pass(TupleReceive receive) {
        TupleComm comm = receive.home;
        boolean wild = receive.wantedSource == Pml.ANY_SOURCE || receive.wantedTag == Pml.ANY_TAG;
        if (receive.cancelWanted) {
            receive.completeCancelled();
        } else if (!wild) {
            route(receive, peers.incoming(comm, receive.wantedSource));
        } else if (!wilds.take(receive)) {
            if (leaveQueues(receive.wantedSource, comm)) {
                comm.held.addFirst(receive);
            } else {
                receives.post(receive);
            }
        }
    }

    /**
     * Receives that wait for a change of mode wait by pair where one pair returns to queues, and by
     * communicator, in their order, where queues are left.
     */
    private void route(TupleReceive receive, IncomingPair in) {
        switch (in.mode()) {
            case TUPLE -> enqueue(receive, in);
            case PLAIN -> receives.post(receive);
            case RETURNING -> in.held.add(receive);
            case CHANGING -> in.comm.held.add(receive);
        }
    }

    /** Adds a receive to its queue; without a queue, the pair leaves all of its queues. */
    private void enqueue(TupleReceive receive, IncomingPair in) {
        InTuple tuple = openOrLeave(in, receive.wantedTag);
        if (tuple != null) {
            wilds.enqueue(tuple, receive);
        } else if (in.comm.changing > 0) {
            // First: those held are younger.
            in.comm.held.addFirst(receive);
        } else {
            receives.post(receive);
        }
    }

    private InTuple openOrLeave(IncomingPair in, int tag) {
        InTuple tuple = posts.open(in, tag);
        if (tuple == null) {
            exhausted(in);
        }
        return tuple;
    }

    @Override
    public void exhausted(IncomingPair in) {
        in.neverBack = true;
        leaveQueues(in);
    }

    @Override
    public void noticed(InTuple tuple) {
        wilds.noticed(tuple);
    }

    /**
     * The process sends to itself, or receives from itself, which no queue carries: receives from
     * any source use the PML below from now on.
     */
    void meetsItself(TupleComm comm) {
        comm.own = true;
        if (comm.wildcards > 0) {
            comm.incoming().forEach(this::leaveForWildcard);
        }
    }

    /**
     * Once no pair of the communicator changes, passes on the receives from closed queues and then
     * those held, each in the order of the calls.
     */
    private void handOver(TupleComm comm) {
        if (comm.changing > 0) {
            return;
        }
        wilds.returnWaiting(comm);
        comm.returned.sort(Comparator.comparingLong(receive -> receive.order));
        List<TupleReceive> returned = new ArrayList<>(comm.returned);
        comm.returned.clear();
        for (TupleReceive receive : returned) {
            if (receive.cancelWanted) {
                receive.completeCancelled();
            } else {
                receives.post(receive);
            }
        }
        while (!comm.held.isEmpty() && comm.changing == 0) {
            pass(comm.held.removeFirst());
        }
    }

    /** Passes on the receives that waited for a pair's return; they are older than all others. */
    private void requeue(IncomingPair in) {
        for (TupleReceive receive : in.takeHeld()) {
            route(receive, in);
        }
        // If the pair has left its queues meanwhile, route has added receives behind younger ones.
        in.comm.held.sort(Comparator.comparingLong(receive -> receive.order));
    }

    /** Cancels a receive: at once where no adapter can write its buffer. */
    void cancel(TupleReceive receive) {
        if (receive.inner != null) {
            if (!receive.detour) {
                receive.inner.cancel();
                receive.settle();
            }
        } else if (receive.home.held.remove(receive)
                || removeHeld(receive)
                || (receive.tuple == null && wilds.remove(receive))) {
            receive.completeCancelled();
        } else if (receive.tuple != null && receive.tuple.removeUnposted(receive)) {
            receive.completeCancelled();
        } else {
            receive.cancelWanted = true;
            if (receive.tuple != null) {
                leaveForWildcard(receive.tuple.in);
            }
        }
    }

    private boolean removeHeld(TupleReceive receive) {
        return receive.tuple == null
                && receive.wantedSource != Pml.ANY_SOURCE
                && peers.incoming(receive.home, receive.wantedSource).held.remove(receive);
    }

    // From queues to the PML below.

    /** Leaves the queues of all pairs that a wildcard may mean; returns whether that takes time. */
    boolean leaveQueues(int source, TupleComm comm) {
        if (source == Pml.ANY_SOURCE) {
            comm.plain = true;
            comm.incoming().forEach(this::leaveForWildcard);
        } else {
            leaveForWildcard(peers.incoming(comm, source));
        }
        return comm.changing > 0;
    }

    private void leaveForWildcard(IncomingPair in) {
        if (in.mode() == InMode.TUPLE || in.mode() == InMode.RETURNING) {
            receives.onChange(in.comm);
            leaveQueues(in);
        }
    }

    /**
     * Begins to change a pair to PLAIN, if it is in mode TUPLE or asks to return to it. Receives
     * that wait at the queues of all sources take all pairs with them.
     */
    void leaveQueues(IncomingPair in) {
        boolean all = in.mode() == InMode.TUPLE && in.comm.wildcards > 0;
        leave(in);
        if (all) {
            in.comm.incoming().forEach(this::leave);
        }
    }

    private void leave(IncomingPair in) {
        if (in.mode() == InMode.RETURNING) {
            question.withdraw(in);
        }
        if (in.mode() != InMode.TUPLE) {
            return;
        }
        if (in.tuples.values().isEmpty()) {
            in.become(InMode.PLAIN);
            return;
        }
        in.become(InMode.CHANGING);
        closing.add(in);
        QueuePeer peer = in.peer;
        if (!peer.halted) {
            peer.halted = true;
            peer.btl.halt(peer.endpoint, this);
        }
    }

    @Override
    public void onQuiet(BtlEndpoint endpoint) {
        QueuePeer peer = peers.of(endpoint.peer());
        List<IncomingPair> quiet = closing.stream().filter(in -> in.peer == peer).toList();
        closing.removeAll(quiet);
        quiet.forEach(this::close);
        peer.halted = false;
        peer.btl.resume(endpoint);
        quiet.forEach(in -> handOver(in.comm));
    }

    /** Closes the queues of a pair from which nothing lands any more, and tells the peer. */
    private void close(IncomingPair in) {
        in.become(InMode.PLAIN);
        posts.sayPlain(in);
        closeQueues(in);
    }

    private void closeQueues(IncomingPair in) {
        wilds.leave(in, standIns);
        posts.close(in);
    }

    // What the sender says.

    /** Handles ASK: opens the tuple's queue, or repeats PLAIN. */
    void onAsk(IncomingPair in, int tag) {
        if (in.mode() == InMode.TUPLE) {
            openOrLeave(in, tag);
        }
        sayPlainOnce(in);
    }

    /** Handles SENDS_PLAIN: the sender uses no queue, and may wait for what PLAIN says. */
    void onSendsPlain(IncomingPair in) {
        exhausted(in);
        sayPlainOnce(in);
    }

    /**
     * Handles FLOOD: copies at the sender wait for receives that this rank may post only after
     * messages behind them. At the PML below such messages wait here.
     */
    void onFlood(IncomingPair in) {
        leaveForWildcard(in);
        sayPlainOnce(in);
    }

    private void sayPlainOnce(IncomingPair in) {
        if (in.mode() == InMode.PLAIN && !in.toldPlain) {
            posts.sayPlain(in);
        }
    }

    /** Handles AGREED: the pair uses queues again, unless the answer is too late. */
    void onAgreed(IncomingPair in, long epoch) {
        if (question.onAgreed(in, epoch)) {
            requeue(in);
        } else {
            // The peer uses queues now: it must change to PLAIN once more.
            posts.sayPlain(in);
        }
    }

    // Ends.

    /** The communicator is removed: no receive is posted, so that nothing lands. */
    void remove(TupleComm comm) {
        comm.stays = true;
        wilds.remove(comm);
        standIns.remove(comm);
        for (IncomingPair in : comm.incoming()) {
            closing.remove(in);
            if (!in.tuples.values().isEmpty()) {
                posts.sayPlain(in);
                closeQueues(in);
            }
            question.remove(in);
            if (in.mode() != InMode.PLAIN) {
                in.become(InMode.PLAIN);
            }
        }
    }

    /** Nothing lands by the link with queues any more: closes the pair's queues. */
    void onLinkGone(IncomingPair in) {
        if (in.mode() == InMode.RETURNING) {
            question.withdraw(in);
        } else if (in.mode() == InMode.TUPLE) {
            in.become(InMode.CHANGING);
            close(in);
            if (in.comm.wildcards > 0) {
                in.comm.incoming().forEach(this::leave);
            }
            handOver(in.comm);
        }
    }

    /** The process is lost: the PML below fails the receives that wait for its answer. */
    void onLost(IncomingPair in) {
        if (in.mode() == InMode.RETURNING) {
            question.withdraw(in);
        }
    }
}
