package org.strata.pml.tupleq;

import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.btl.ReceiveQueue;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlRequest;
import org.strata.mca.pml.ReservedTags;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.Buf;
import org.strata.pml.tupleq.TuplePair.Mode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The receiver's half: opens the tuples' queues, posts receives to them, and changes pairs to PLAIN
 * when a queue cannot do what the program wants.
 */
final class Receiving implements QueueBtl.ArrivalCallback, QueueBtl.QuietCallback {
    /** Attempts to get registered memory, one per poll, before the PML below must do. */
    private static final int PATIENCE = 10_000;

    /**
     * What an attempt counts after which the rank sleeps: nothing that could release memory has
     * happened for many polls.
     */
    private static final int IDLE_ATTEMPT = 100;

    private final Pml below;
    private final Control control;
    private final Delegates delegates;
    private final Peers peers;
    private final TupleqCounters counters;
    private final int maxQueues;
    private final int depth;
    private final long firstNumber;
    private final boolean noWildcards;
    private final Returns returns;
    private final List<InTuple> stalled = new ArrayList<>();
    private int queues;
    private int attempt = 1;
    private long orders;
    private TupleReceive free;

    Receiving(
            TupleqConfig config,
            Pml below,
            Control control,
            Delegates delegates,
            Peers peers,
            TupleqCounters counters) {
        this.below = below;
        this.control = control;
        this.delegates = delegates;
        this.peers = peers;
        this.counters = counters;
        this.maxQueues = config.maxQueues();
        this.depth = config.queueDepth();
        this.firstNumber = config.firstNumber();
        this.noWildcards = config.assertNoWildcards();
        this.returns = new Returns(config, below, control, peers, counters, this);
    }

    /** Returns the way back to queues. */
    Returns returns() {
        return returns;
    }

    void free(TupleReceive receive) {
        receive.next = free;
        free = receive;
    }

    /** Starts a receive. */
    PmlRequest start(Buf buf, int source, int tag, TupleComm comm) {
        boolean wild = source == Pml.ANY_SOURCE || tag == Pml.ANY_TAG;
        if (wild && (noWildcards || comm.context.noWildcards())) {
            TupleReceive refused = request(buf, source, tag, comm);
            refused.fail(Rc.BAD_ARGUMENT);
            return refused;
        }
        if (comm.changing == 0 && staysBelow(source, wild, comm)) {
            return below.ireceive(buf, source, tag, comm.context);
        }
        TupleReceive receive = request(buf, source, tag, comm);
        if (comm.changing > 0) {
            comm.held.add(receive);
        } else {
            passOn(receive, comm);
        }
        return receive;
    }

    /** Returns why a receive with a wildcard is an error on a communicator. */
    String refusal(CommContext comm) {
        String why =
                comm.noWildcards()
                        ? "the info of the communicator has mpi_assert_no_any_source and"
                                + " mpi_assert_no_any_tag"
                        : "the parameter pml_tupleq_assert_no_wildcards is set";
        return "a receive from MPI.ANY_SOURCE or with MPI.ANY_TAG, which is excluded: " + why;
    }

    /** Returns whether nobody needs to know when the receive, which goes below, is over. */
    private boolean staysBelow(int source, boolean wild, TupleComm comm) {
        if (source == Pml.ANY_SOURCE) {
            return returns.never(comm) && !leaveQueues(source, comm);
        }
        TuplePair pair = peers.pair(comm, source);
        return returns.never(pair) && (wild ? !leaveQueues(source, comm) : pair.in == Mode.PLAIN);
    }

    private TupleReceive request(Buf buf, int source, int tag, TupleComm comm) {
        TupleReceive receive = free;
        if (receive == null) {
            receive = new TupleReceive(this);
        } else {
            free = receive.next;
        }
        receive.next = null;
        receive.begin(buf, comm, source, tag, orders++);
        return receive;
    }

    /** Queues a specific receive, of a pair that is not PLAIN, or holds it if that changes. */
    private void enqueue(TupleReceive receive) {
        TuplePair pair = peers.pair(receive.home, receive.wantedSource);
        InTuple tuple = tuple(pair, receive.wantedTag);
        if (tuple != null) {
            receive.tuple = tuple;
            tuple.append(receive);
            post(tuple);
        } else if (pair.comm.changing > 0) {
            // First: those held are younger.
            pair.comm.held.addFirst(receive);
        } else {
            delegate(receive);
        }
    }

    void delegate(TupleReceive receive) {
        returns.posted(receive.home, receive.wantedSource);
        receive.inner =
                below.ireceive(
                        receive.buf, receive.wantedSource, receive.wantedTag, receive.home.context);
        delegates.add(receive);
    }

    // Queues.

    /** Returns the tuple, making its queue; null when there is none: the pair leaves its queues. */
    private InTuple tuple(TuplePair pair, int tag) {
        InTuple known = pair.inTuples.get(tag);
        if (known != null) {
            return known;
        }
        QueuePeer peer = pair.peer;
        ReceiveQueue queue =
                pair.in == Mode.TUPLE && queues < maxQueues
                        ? peer.btl.open(peer.endpoint, depth, OutTuple.immediate(firstNumber), this)
                        : null;
        if (queue == null) {
            pair.neverBack = true;
            leaveQueues(pair);
            return null;
        }
        queues++;
        counters.queues++;
        InTuple made = new InTuple(pair, tag, queue, firstNumber);
        pair.inTuples.put(tag, made);
        long comm = pair.comm.context.identity();
        control.send(peer, Control.Kind.NUMBER, comm, tag, queue.number());
        return made;
    }

    /** Posts what the queue has room for. */
    private void post(InTuple tuple) {
        while (tuple.unposted != null && tuple.posted - tuple.arrived < depth) {
            TupleReceive receive = tuple.unposted;
            if (!post(tuple, receive)) {
                stall(tuple);
                break;
            }
            tuple.unposted = receive.next;
            tuple.posted++;
            tuple.failures = 0;
        }
        report(tuple);
    }

    private boolean post(InTuple tuple, TupleReceive receive) {
        QueuePeer peer = tuple.pair.peer;
        long room = Math.min(receive.capacity, peer.maxMessage);
        if (room > 0 && !prepare(peer, receive, room)) {
            return false;
        }
        long address = receive.block != null ? receive.block.address : receive.buf.start();
        Registration covers =
                receive.block != null ? receive.block.registration : receive.registration;
        int rc =
                tuple.queue.post(room == 0 ? 0 : address, room, room == 0 ? null : covers, receive);
        if (rc != Rc.OK) {
            releaseMemory(peer, receive);
            return false;
        }
        return true;
    }

    private static boolean prepare(QueuePeer peer, TupleReceive receive, long room) {
        Buf buf = receive.buf;
        if (buf.base() == null && buf.contiguous()) {
            int access = Registration.LOCAL_WRITE | Blocks.hints(room);
            receive.registration =
                    peer.btl.register(peer.endpoint, buf.start(), room, access, buf.owner());
        }
        if (receive.registration == null) {
            receive.block = peer.blocks.allocate(peer.endpoint, room);
        }
        return receive.registration != null || receive.block != null;
    }

    private static void releaseMemory(QueuePeer peer, TupleReceive receive) {
        if (receive.registration != null) {
            peer.btl.deregister(receive.registration);
            receive.registration = null;
        }
        if (receive.block != null) {
            peer.blocks.free(receive.block);
            receive.block = null;
        }
    }

    private void stall(InTuple tuple) {
        if (!tuple.stalled) {
            tuple.stalled = true;
            stalled.add(tuple);
        }
        tuple.failures += attempt;
        if (tuple.failures > PATIENCE && tuple.posted == tuple.arrived) {
            tuple.failures = 0;
            tuple.pair.neverBack = true;
            leaveQueues(tuple.pair);
        }
    }

    /**
     * Tries again what there were no resources for.
     *
     * @param fallingAsleep whether the rank sleeps after this poll, unless it finds something
     * @return how many tuples wait for resources
     */
    int progress(boolean fallingAsleep) {
        attempt = fallingAsleep ? IDLE_ATTEMPT : 1;
        int count = stalled.size();
        for (int i = 0; i < count; i++) {
            InTuple tuple = stalled.removeFirst();
            tuple.stalled = false;
            if (tuple.pair.in == Mode.TUPLE) {
                post(tuple);
            }
        }
        returns.progress();
        attempt = 1;
        return stalled.size();
    }

    private void report(InTuple tuple) {
        if (tuple.reported < tuple.reportUpTo && tuple.posted > tuple.reported) {
            tuple.reported = tuple.posted;
            TuplePair pair = tuple.pair;
            long comm = pair.comm.context.identity();
            control.send(pair.peer, Control.Kind.WANTED, comm, tuple.tag, tuple.posted);
        }
    }

    @Override
    public void onArrival(ReceiveQueue queue, Object context, int immediate, long length, int rc) {
        TupleReceive receive = (TupleReceive) context;
        InTuple tuple = receive.tuple;
        TuplePair pair = tuple.pair;
        if (tuple.poll() != receive) {
            throw new IllegalStateException("tupleq: an arrival that is not the oldest receive's");
        }
        tuple.arrived++;
        if (rc == Rc.OK && immediate >= 0) {
            takeMessage(receive, pair, length);
        } else {
            counters.truncated += rc == Rc.TRUNCATED ? 1 : 0;
            takeDetour(receive, pair, tuple.arrived);
        }
        if (pair.in == Mode.TUPLE) {
            post(tuple);
        }
    }

    private void takeMessage(TupleReceive receive, TuplePair pair, long length) {
        if (receive.block != null) {
            receive.buf.unpack(receive.block.address, 0, length);
            counters.copiedBytes += length;
        }
        releaseMemory(pair.peer, receive);
        receive.complete(pair.rank, receive.wantedTag, length, Rc.OK);
    }

    /**
     * The data follow by the PML below, as soon as the sender knows that they are expected: also
     * those that fit of a message that was too long, of which an adapter writes any part or none.
     */
    private void takeDetour(TupleReceive receive, TuplePair pair, long number) {
        releaseMemory(pair.peer, receive);
        receive.detour = true;
        int tag = ReservedTags.DETOURS.tag(0);
        receive.inner = below.ireceive(receive.buf, pair.rank, tag, pair.comm.context);
        delegates.add(receive);
        long comm = pair.comm.context.identity();
        control.send(pair.peer, Control.Kind.DETOUR, comm, receive.wantedTag, number);
    }

    // What the sender says.

    void onAsk(TuplePair pair, int tag) {
        if (pair.in == Mode.TUPLE) {
            tuple(pair, tag);
        }
        if (pair.in == Mode.PLAIN && !pair.toldPlain) {
            sayPlain(pair);
        }
    }

    /** The sender does without queues, and may wait to be told which messages have landed. */
    void onSendsPlain(TuplePair pair) {
        pair.neverBack = true;
        leaveQueues(pair);
        if (pair.in == Mode.PLAIN && !pair.toldPlain) {
            sayPlain(pair);
        }
    }

    /**
     * The sender's copies wait for receives that this rank may post only after messages behind
     * them: the PML below keeps such messages here.
     */
    void onFlood(TuplePair pair) {
        leaveForWildcard(pair);
        if (pair.in == Mode.PLAIN && !pair.toldPlain) {
            sayPlain(pair);
        }
    }

    void onParked(TuplePair pair, int tag, long upTo) {
        InTuple tuple = pair.inTuples.get(tag);
        if (tuple != null && pair.in == Mode.TUPLE) {
            tuple.reportUpTo = Math.max(tuple.reportUpTo, upTo);
            report(tuple);
        }
    }

    // Modes.

    /** Leaves the queues of all pairs that a wildcard may mean; returns whether that takes time. */
    boolean leaveQueues(int source, TupleComm comm) {
        if (source == Pml.ANY_SOURCE) {
            comm.plain = true;
            for (TuplePair pair : comm.pairs) {
                leaveForWildcard(pair);
            }
        } else {
            leaveForWildcard(peers.pair(comm, source));
        }
        return comm.changing > 0;
    }

    private void leaveForWildcard(TuplePair pair) {
        if (pair.in == Mode.TUPLE || pair.in == Mode.RETURNING) {
            returns.onChange(pair.comm);
            leaveQueues(pair);
        }
    }

    /** Begins to change a pair to PLAIN, if it is in mode TUPLE or comes back to it. */
    void leaveQueues(TuplePair pair) {
        if (pair.in == Mode.RETURNING) {
            returns.withdraw(pair);
        }
        if (pair.in != Mode.TUPLE) {
            return;
        }
        if (pair.inTuples.values().isEmpty()) {
            pair.in = Mode.PLAIN;
            return;
        }
        counters.fallbacks++;
        pair.in = Mode.CHANGING;
        pair.comm.changing++;
        QueuePeer peer = pair.peer;
        peer.closing.add(pair);
        if (!peer.halted) {
            peer.halted = true;
            peer.btl.halt(peer.endpoint, this);
        }
    }

    @Override
    public void onQuiet(BtlEndpoint endpoint) {
        QueuePeer peer = peers.of(endpoint.peer());
        List<TuplePair> quiet = new ArrayList<>(peer.closing);
        peer.closing.clear();
        quiet.forEach(this::close);
        peer.halted = false;
        peer.btl.resume(endpoint);
        for (TuplePair pair : quiet) {
            handOver(pair.comm);
        }
    }

    /** Closes the queues of a pair from which nothing lands any more, and tells the peer. */
    private void close(TuplePair pair) {
        pair.in = Mode.PLAIN;
        pair.epoch++;
        pair.comm.changing--;
        sayPlain(pair);
        closeQueues(pair);
    }

    private void closeQueues(TuplePair pair) {
        QueuePeer peer = pair.peer;
        for (InTuple tuple : pair.inTuples.values()) {
            tuple.queue.close();
            queues--;
            peer.closed.add(new QueuePeer.Closed(pair.comm.context.identity(), tuple.queue));
            while (tuple.first != null) {
                TupleReceive receive = tuple.poll();
                releaseMemory(peer, receive);
                receive.tuple = null;
                pair.comm.returned.add(receive);
            }
            tuple.unposted = null;
            if (tuple.stalled) {
                tuple.stalled = false;
                stalled.remove(tuple);
            }
        }
        pair.inTuples.clear();
    }

    /** Tells the peer to send by the PML below, and what has landed in the queues. */
    void sayPlain(TuplePair pair) {
        pair.toldPlain = true;
        List<InTuple> tuples = pair.inTuples.values();
        long[] counts = new long[2 * tuples.size()];
        for (int i = 0; i < tuples.size(); i++) {
            counts[2 * i] = tuples.get(i).tag;
            counts[2 * i + 1] = tuples.get(i).arrived;
        }
        long comm = pair.comm.context.identity();
        control.sendMode(pair.peer, Control.Kind.PLAIN, comm, pair.epoch, 0, counts);
    }

    /** Once no pair changes, gives the receives from the queues on, then those held, in order. */
    private void handOver(TupleComm comm) {
        if (comm.changing > 0) {
            return;
        }
        comm.returned.sort(Comparator.comparingLong(receive -> receive.order));
        List<TupleReceive> returned = new ArrayList<>(comm.returned);
        comm.returned.clear();
        for (TupleReceive receive : returned) {
            if (receive.cancelWanted) {
                receive.completeCancelled();
            } else {
                delegate(receive);
            }
        }
        while (!comm.held.isEmpty() && comm.changing == 0) {
            passOn(comm.held.removeFirst(), comm);
        }
    }

    private void passOn(TupleReceive receive, TupleComm comm) {
        boolean wild = receive.wantedSource == Pml.ANY_SOURCE || receive.wantedTag == Pml.ANY_TAG;
        if (receive.cancelWanted) {
            receive.completeCancelled();
        } else if (wild && leaveQueues(receive.wantedSource, comm)) {
            comm.held.addFirst(receive);
        } else if (wild) {
            delegate(receive);
        } else {
            route(receive, peers.pair(comm, receive.wantedSource));
        }
    }

    private void route(TupleReceive receive, TuplePair pair) {
        switch (pair.in) {
            case TUPLE -> enqueue(receive);
            case PLAIN -> delegate(receive);
            case RETURNING -> pair.held.add(receive);
            case CHANGING -> pair.comm.held.add(receive);
        }
    }

    /** Queues the receives that waited for a pair's return, which are older than all others. */
    void requeue(List<TupleReceive> receives, TuplePair pair) {
        for (TupleReceive receive : receives) {
            route(receive, pair);
        }
        // A pair that has left its queues meanwhile has put them there.
        pair.comm.held.sort(Comparator.comparingLong(receive -> receive.order));
    }

    /** Cancels a receive: at once where no adapter knows of it. */
    void cancel(TupleReceive receive) {
        if (receive.inner != null) {
            if (!receive.detour) {
                receive.inner.cancel();
                receive.settle();
            }
        } else if (receive.home.held.remove(receive) || removeHeld(receive)) {
            receive.completeCancelled();
        } else if (receive.tuple != null && receive.tuple.removeUnposted(receive)) {
            receive.completeCancelled();
        } else {
            receive.cancelWanted = true;
            if (receive.tuple != null) {
                leaveForWildcard(receive.tuple.pair);
            }
        }
    }

    private boolean removeHeld(TupleReceive receive) {
        return receive.tuple == null
                && receive.wantedSource != Pml.ANY_SOURCE
                && peers.pair(receive.home, receive.wantedSource).held.remove(receive);
    }

    /** The communicator is removed: no receive is posted, so that nothing lands. */
    void remove(TupleComm comm) {
        for (TuplePair pair : comm.pairs) {
            if (pair.in == Mode.CHANGING) {
                pair.peer.closing.remove(pair);
            }
            if (!pair.inTuples.values().isEmpty()) {
                sayPlain(pair);
                closeQueues(pair);
            }
            returns.remove(pair);
            pair.in = Mode.PLAIN;
        }
    }

    /** Nothing comes by the link with queues any more: leaves all queues of the peer. */
    void onLinkGone(QueuePeer peer) {
        for (TuplePair pair : List.copyOf(peer.pairs)) {
            if (pair.in == Mode.RETURNING) {
                returns.withdraw(pair);
            } else if (pair.in == Mode.TUPLE) {
                pair.in = Mode.CHANGING;
                pair.comm.changing++;
                counters.fallbacks++;
                close(pair);
                handOver(pair.comm);
            }
        }
    }

    /** The process is lost: the PML below fails the receives that wait for its answer. */
    void onLost(QueuePeer peer) {
        for (TuplePair pair : peer.pairs) {
            if (pair.in == Mode.RETURNING) {
                returns.withdraw(pair);
            }
        }
    }
}
