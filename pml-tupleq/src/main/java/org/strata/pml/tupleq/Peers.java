package org.strata.pml.tupleq;

import org.strata.mca.base.PeerCards;
import org.strata.mca.bml.Bml;
import org.strata.mca.bml.BmlEndpoint;
import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.QueueBtl;
import org.strata.mca.oob.Oob;
import org.strata.mca.proc.Proc;
import org.strata.pml.tupleq.TuplePair.Mode;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The processes that this rank has contacted, and its pairs. */
final class Peers {
    private static final String CARD = "pml.tupleq";
    private static final byte[] WITH_QUEUES = {1};
    private static final byte[] WITHOUT = {0};

    private final TupleqConfig config;
    private final Bml bml;
    private final Oob oob;
    private final Control control;
    private final int ownRank;
    private final Consumer<String> notices;
    private final IdentityHashMap<Btl, Blocks> blocks = new IdentityHashMap<>();
    private final IdentityHashMap<Proc, QueuePeer> byProcess = new IdentityHashMap<>();
    private final List<QueuePeer> withQueues = new ArrayList<>();

    /** Numbers of the processes that have said that they send nothing by queues. */
    private final BitSet sendersWithoutQueues = new BitSet();

    private boolean available;

    Peers(
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
                blocks.put(btl, new Blocks(queues));
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

    /** Returns the peer, if it is known, that sends nothing by queues from now on; or null. */
    QueuePeer withoutQueues(int process) {
        sendersWithoutQueues.set(process);
        for (QueuePeer peer : withQueues) {
            if (peer.proc.rank() == process) {
                peer.sendsPlain = true;
                return peer;
            }
        }
        return null;
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
            control.send(made, Control.Kind.NO_QUEUES, 0, 0, 0);
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

    /** Returns the pair of a communicator and a rank; the first call makes it. */
    TuplePair pair(TupleComm comm, int rank) {
        TuplePair known = comm.find(rank);
        return known != null ? known : addPair(comm, rank);
    }

    private TuplePair addPair(TupleComm comm, int rank) {
        QueuePeer peer = of(comm.context.peer(rank));
        TuplePair pair = new TuplePair(comm, rank, peer, config.firstNumber());
        boolean queues = peer.hasQueues() && !peer.linkGone;
        if (!queues || comm.plain || peer.sendsPlain) {
            pair.in = Mode.PLAIN;
        }
        pair.linked = queues;
        if (!queues) {
            pair.out = Mode.PLAIN;
            pair.announces = peer.hasQueues();
        }
        comm.add(pair);
        peer.pairs.add(pair);
        return pair;
    }

    /** Deregisters the blocks; for the end. */
    void deregister() {
        blocks.values().forEach(Blocks::deregister);
    }

    /** Frees the blocks. */
    void close() {
        blocks.values().forEach(Blocks::close);
    }
}
