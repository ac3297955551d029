package org.strata.pml.tupleq;

import org.strata.mca.base.PeerCards;
import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The processes that this rank has contacted, and its pairs. */
final class TuplePeers {
    private static final String CARD = "pml.tupleq";
    private static final byte[] WITH_QUEUES = {1};
    private static final byte[] WITHOUT = {0};

    private final TupleqConfig config;
    private final Bml bml;
    private final Oob oob;
    private final Control control;
    private final int ownRank;
    private final Consumer<String> notices;
    private final IdentityHashMap<Btl, RegisteredBlocks> blocks = new IdentityHashMap<>();
    private final IdentityHashMap<Proc, QueuePeer> byProcess = new IdentityHashMap<>();
    private final List<QueuePeer> withQueues = new ArrayList<>();
    private final IdentityHashMap<QueuePeer, LaneTable<OutTuple>> laneTables =
            new IdentityHashMap<>();

    /** Numbers in the job of the processes that have sent NO_QUEUES. */
    private final BitSet sendersWithoutQueues = new BitSet();

    private boolean available;

    TuplePeers(
            TupleqConfig config,
            Bml bml,
            Oob oob,
            Control control,
            int ownRank,
            Consumer<String> notices) {
        this.config = config;
        this.bml = bml;
        this.oob = oob;
        this.control = control;
        this.ownRank = ownRank;
        this.notices = notices;
    }

    /** Finds the links with queues, and publishes whether there are any. */
    void open() {
        for (Btl btl : bml.btls()) {
            if (btl instanceof QueueBtl queues && queues.maxMessage() > 0) {
                queues.useQueues(config.lanes() + 1, config.rnrTimer());
                blocks.put(btl, new RegisteredBlocks(queues));
            }
        }
        available = !blocks.isEmpty();
        oob.put(CARD, available ? WITH_QUEUES : WITHOUT);
        if (!available) {
            notices.accept(
                    "pml tupleq: no BTL of this process has receive queues (btl openib over a"
                            + " device with XRC has); pml "
                            + config.fallback()
                            + " carries all messages.");
        }
    }

    /** Returns whether any link has queues. */
    boolean available() {
        return available;
    }

    /** Returns the peers that are reached by queues. */
    List<QueuePeer> withQueues() {
        return withQueues;
    }

    /** Handles NO_QUEUES of a process; returns its peer if it is known, or null. */
    QueuePeer withoutQueues(int process) {
        sendersWithoutQueues.set(process);
        QueuePeer peer = withQueues(process);
        if (peer != null) {
            peer.sendsPlain = true;
        }
        return peer;
    }

    /** Returns the peer with a number in the job, if it is known and reached by queues; or null. */
    QueuePeer withQueues(int process) {
        for (QueuePeer peer : withQueues) {
            if (peer.proc.rank() == process) {
                return peer;
            }
        }
        return null;
    }

    /** Returns whether a process is this one, which no queue reaches. */
    boolean isOwn(Proc proc) {
        return proc.rank() == ownRank;
    }

    QueuePeer of(Proc proc) {
        QueuePeer known = byProcess.get(proc);
        return known != null ? known : contact(proc);
    }

    private QueuePeer contact(Proc proc) {
        BmlEndpoint links = bml.endpoint(proc);
        boolean speaks = available && proc.rank() != ownRank && speaksTupleq(proc);
        BtlLink link = speaks ? link(links) : null;
        int lanes = link == null ? 0 : lanes(link);
        QueuePeer made =
                new QueuePeer(links, link, link == null ? null : blocks.get(link.btl), lanes);
        made.sendsPlain = sendersWithoutQueues.get(proc.rank());
        byProcess.put(proc, made);
        if (link != null) {
            withQueues.add(made);
        } else if (speaks) {
            control.send(made.proc, Control.Kind.NO_QUEUES, 0, 0, 0);
        }
        return made;
    }

    private BtlLink link(BmlEndpoint links) {
        for (BtlLink link : links.rdma) {
            if (blocks.containsKey(link.btl) && ((QueueBtl) link.btl).lanes(link.endpoint) > 1) {
                return link;
            }
        }
        return null;
    }

    private int lanes(BtlLink link) {
        return Math.min(config.lanes(), ((QueueBtl) link.btl).lanes(link.endpoint) - 1);
    }

    private boolean speaksTupleq(Proc proc) {
        try {
            return PeerCards.fetch(oob, proc.rank(), CARD)[0] == 1;
        } catch (TimeoutException e) {
            notices.accept(
                    "pml tupleq: "
                            + proc
                            + " uses another pml; messages to and from it go by pml "
                            + config.fallback()
                            + ".");
            return false;
        }
    }

    /** Returns what comes from a rank on a communicator; the first call makes the pair. */
    IncomingPair incoming(TupleComm comm, int rank) {
        IncomingPair known = comm.incoming(rank);
        if (known != null) {
            return known;
        }
        addPair(comm, rank);
        return comm.incoming(rank);
    }

    /** Returns what goes to a rank on a communicator; the first call makes the pair. */
    OutgoingPair outgoing(TupleComm comm, int rank) {
        OutgoingPair known = comm.outgoing(rank);
        if (known != null) {
            return known;
        }
        addPair(comm, rank);
        return comm.outgoing(rank);
    }

    private void addPair(TupleComm comm, int rank) {
        QueuePeer peer = of(comm.context.peer(rank));
        long first = config.firstNumber();
        boolean linked = peer.hasQueues() && !peer.linkGone;
        boolean plain = !linked || comm.plain || peer.sendsPlain;
        InMode mode = plain ? InMode.PLAIN : InMode.TUPLE;
        LaneTable<OutTuple> lanes =
                laneTables.computeIfAbsent(peer, each -> new LaneTable<>(each.lanes));
        comm.add(
                new IncomingPair(comm, rank, peer, linked, mode, first),
                new OutgoingPair(comm.context, rank, peer, lanes, linked, first));
    }

    /** Deregisters the blocks; for the end. */
    void deregister() {
        blocks.values().forEach(RegisteredBlocks::deregister);
    }

    /** Frees the blocks. */
    void close() {
        blocks.values().forEach(RegisteredBlocks::close);
    }
}
