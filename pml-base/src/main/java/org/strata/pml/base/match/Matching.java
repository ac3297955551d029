package org.strata.pml.base.match;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;

import java.util.Arrays;
import java.util.List;

/**
 * Matching of one rank (MPI 3.1 §3.5): puts the packets of each sender in order, finds the posted
 * receive of each, and keeps copies of those without one. The bottom layer of a PML: it reads no
 * more of a packet than its {@link MatchHeader}, and calls the PML's {@link Delivery} for each
 * match. Tier 1.
 */
public final class Matching {
    private static final int MAX_CONTEXTS = 1 << 16;

    private final Delivery delivery;
    private final FlowControl flow;
    private final PacketStore packets;
    private final Processes processes;
    private final MatchCounters counters;
    private final int firstSequence;
    private MatchComm[] comms = new MatchComm[16];

    /** Packets for communicators that this rank has not made yet, by context id. */
    private final PacketTable orphans;

    /** What {@link #find} returned last. */
    private final Unexpected seen = new Unexpected();

    /** Views of messages of matched probes that are not in use. */
    private Unexpected freeViews;

    /** The PML's part: copies a matched message to its receive. */
    public interface Delivery {
        /**
         * Delivers a packet to the receive that it has matched. The packet's memory is valid until
         * return; the receive is in no queue any more, and its status names source and tag.
         *
         * @param peer the sender
         * @param btl the BTL the packet came over
         * @param from the endpoint it came over
         * @param at address of the packet
         * @param length bytes of the packet
         */
        void deliver(
                PostedReceive receive,
                MatchPeer peer,
                Btl btl,
                BtlEndpoint from,
                long at,
                int length);
    }

    /**
     * @param firstSequence number of the first message between two members of a communicator, equal
     *     in all ranks: 0, but for tests of its wrap
     */
    public Matching(
            Delivery delivery,
            FlowControl flow,
            PacketStore packets,
            Processes processes,
            MatchCounters counters,
            int firstSequence) {
        this.delivery = delivery;
        this.flow = flow;
        this.packets = packets;
        this.processes = processes;
        this.counters = counters;
        this.firstSequence = firstSequence;
        this.orphans = new PacketTable(packets.memory(), PacketRecord.IN_PEER_TABLE);
    }

    // Communicators.

    /** Adds a communicator, and matches the packets that arrived for it before. */
    public void add(CommContext context) {
        int id = context.id();
        if (id >= comms.length) {
            comms = Arrays.copyOf(comms, Math.min(MAX_CONTEXTS, Math.max(id + 1, id * 2)));
        }
        MatchComm comm = new MatchComm(context, packets, firstSequence);
        context.pmlData = comm;
        comms[id] = comm;
        adopt(id);
    }

    private void adopt(int id) {
        long orphan = orphans.first(id);
        while (orphan != 0) {
            orphans.remove(orphan);
            BtlEndpoint from = packets.from(orphan);
            int length = PacketRecord.length(orphan);
            arrive(packets.btl(orphan), from, PacketRecord.packet(orphan), length);
            flow.release(processes.process(from.peer()), length);
            packets.free(orphan);
            orphan = orphans.first(id);
        }
    }

    /** Removes a communicator, and drops its unexpected messages. */
    public void remove(CommContext context) {
        MatchComm comm = of(context);
        comms[context.id()] = null;
        context.pmlData = null;
        for (MatchPeer peer = comm.newest(); peer != null; peer = peer.older) {
            dropMessages(comm, peer);
        }
        comm.matcher.close();
    }

    private void dropMessages(MatchComm comm, MatchPeer peer) {
        long message = peer.unexpectedByTag.any();
        while (message != 0) {
            comm.matcher.removeUnexpected(peer, message);
            flow.release(peer.process(processes), PacketRecord.length(message));
            packets.free(message);
            message = peer.unexpectedByTag.any();
        }
        long early = peer.early.any();
        while (early != 0) {
            peer.early.remove(early);
            packets.free(early);
            early = peer.early.any();
        }
        peer.unexpectedByTag.release();
        peer.early.release();
    }

    /** Returns matching's view of a communicator that has been added. Tier 1. */
    public static MatchComm of(CommContext context) {
        return (MatchComm) context.pmlData;
    }

    // Packets.

    /** Handles a packet that begins with a {@link MatchHeader}. Tier 1. */
    public void arrive(Btl btl, BtlEndpoint from, long at, int length) {
        long first = Memory.getLong(at);
        int id = MatchHeader.contextOf(first);
        MatchComm comm = id < comms.length ? comms[id] : null;
        if (comm == null) {
            keepOrphan(btl, from, at, length);
            return;
        }
        MatchPeer peer = comm.peer(MatchHeader.sourceOf(first));
        long second = Memory.getLong(at + MatchHeader.SECOND);
        int sequence = MatchHeader.sequenceOf(second);
        if (peer.expects(sequence)) {
            peer.advance();
            match(comm, peer, MatchHeader.tagOf(second), btl, from, at, length);
            if (peer.hasEarly()) {
                matchEarly(comm, peer);
            }
        } else {
            arriveOutOfTurn(peer, sequence, btl, from, at, length);
        }
    }

    private void arriveOutOfTurn(
            MatchPeer peer, int sequence, Btl btl, BtlEndpoint from, long at, int length) {
        if (peer.isDuplicate(sequence)) {
            counters.duplicate();
        } else {
            counters.outOfSequence();
            peer.keepEarly(sequence, packets.copy(btl, from, at, length));
        }
    }

    private void keepOrphan(Btl btl, BtlEndpoint from, long at, int length) {
        orphans.append(MatchHeader.context(at), packets.copy(btl, from, at, length));
        flow.keep(processes.process(from.peer()), length);
    }

    private void matchEarly(MatchComm comm, MatchPeer peer) {
        long early = peer.pollEarly();
        while (early != 0) {
            peer.advance();
            long at = PacketRecord.packet(early);
            int length = PacketRecord.length(early);
            match(
                    comm,
                    peer,
                    MatchHeader.tag(at),
                    packets.btl(early),
                    packets.from(early),
                    at,
                    length);
            packets.free(early);
            early = peer.pollEarly();
        }
    }

    /** Delivers a packet whose turn it is to its receive, or keeps it. */
    private void match(
            MatchComm comm,
            MatchPeer peer,
            int tag,
            Btl btl,
            BtlEndpoint from,
            long at,
            int length) {
        PostedReceive receive = comm.matcher.matchPosted(peer, tag);
        if (receive != null) {
            receive.source = peer.rank;
            receive.tag = tag;
            delivery.deliver(receive, peer, btl, from, at, length);
        } else {
            keep(comm, peer, tag, packets.copy(btl, from, at, length));
        }
    }

    private void keep(MatchComm comm, MatchPeer peer, int tag, long message) {
        int length = PacketRecord.length(message);
        comm.matcher.keepUnexpected(peer, tag, message);
        counters.unexpected(length);
        flow.keep(peer.process(processes), length);
    }

    // Receives and probes.

    /**
     * Delivers the oldest unexpected message that a receive matches, if there is one.
     *
     * @param peer the wanted sender, null for any
     * @return whether there was one; otherwise the receive is in no queue
     */
    public boolean deliverKept(PostedReceive receive, MatchComm comm, MatchPeer peer) {
        long message = comm.matcher.findUnexpected(peer, receive.wantedTag);
        if (message == 0) {
            return false;
        }
        MatchPeer sender = peer != null ? peer : comm.peer(PacketRecord.rank(message));
        comm.matcher.removeUnexpected(sender, message);
        deliver(receive, sender, message);
        return true;
    }

    /** Delivers a message that {@link #remove} has removed from the queues. */
    public void deliver(PostedReceive receive, Unexpected message) {
        MatchPeer sender = message.peer;
        message.peer = null;
        message.nextFree = freeViews;
        freeViews = message;
        deliver(receive, sender, message.kept);
    }

    private void deliver(PostedReceive receive, MatchPeer peer, long message) {
        int length = PacketRecord.length(message);
        flow.release(peer.process(processes), length);
        receive.source = peer.rank;
        receive.tag = PacketRecord.tag(message);
        delivery.deliver(
                receive,
                peer,
                packets.btl(message),
                packets.from(message),
                PacketRecord.packet(message),
                length);
        packets.free(message);
    }

    /**
     * Returns whether a receive that is posted now would match the peer's next message, if that has
     * the tag: no message that it matches is kept, and no older receive matches it.
     *
     * @param tag not ANY_TAG, which this method does not decide
     */
    public static boolean isNext(MatchPeer peer, int tag) {
        Matcher matcher = peer.comm.matcher;
        return peer.expected.isEmpty()
                && !peer.hasEarly()
                && matcher.isOldest(peer, tag)
                && matcher.findUnexpected(peer, tag) == 0;
    }

    /** Returns whether a message that matches is kept. */
    public boolean has(int source, int tag, MatchComm comm) {
        return lookUp(source, tag, comm) != 0;
    }

    private static long lookUp(int source, int tag, MatchComm comm) {
        MatchPeer peer = source == Pml.ANY_SOURCE ? null : comm.peer(source);
        return comm.matcher.findUnexpected(peer, tag);
    }

    /**
     * Returns the oldest message that matches, without removing it, or null.
     *
     * @return valid until the next call
     */
    public Unexpected find(int source, int tag, MatchComm comm) {
        long message = lookUp(source, tag, comm);
        if (message == 0) {
            return null;
        }
        seen.set(comm.peer(PacketRecord.rank(message)), message);
        return seen;
    }

    /**
     * Removes a message that {@link #find} has just returned from the queues.
     *
     * @return the message, which the caller passes to {@link #deliver} later
     */
    public Unexpected remove(Unexpected found) {
        Unexpected removed = freeViews;
        if (removed == null) {
            removed = new Unexpected();
        } else {
            freeViews = removed.nextFree;
        }
        removed.set(found.peer, found.kept);
        found.peer.comm.matcher.removeUnexpected(found.peer, found.kept);
        return removed;
    }

    /** Returns lines that say which messages are kept that no receive has matched. Tier 3. */
    public List<String> describeKept() {
        KeptReport report = new KeptReport();
        for (MatchComm comm : comms) {
            MatchPeer newest = comm == null ? null : comm.newest();
            for (MatchPeer peer = newest; peer != null; peer = peer.older) {
                MatchPeer sender = peer;
                peer.unexpectedByTag.forEach(kept -> report.add(sender, kept));
            }
        }
        return report.lines(flow.bytes());
    }

    // The end.

    /**
     * Removes and returns some posted receive that only messages of lost processes could match;
     * null when none is left.
     */
    public PostedReceive removePostedFor(Proc lost) {
        for (MatchComm comm : comms) {
            PostedReceive receive = comm == null ? null : removePostedFor(comm, lost);
            if (receive != null) {
                return receive;
            }
        }
        return null;
    }

    private static PostedReceive removePostedFor(MatchComm comm, Proc lost) {
        for (MatchPeer peer = comm.newest(); peer != null; peer = peer.older) {
            if (peer.proc == lost) {
                PostedReceive receive = comm.matcher.removePostedFor(peer);
                if (receive != null) {
                    return receive;
                }
            }
        }
        return comm.deserted() ? comm.matcher.removePostedForAny() : null;
    }

    /** Frees the packets of communicators that were never added. */
    public void close() {
        long orphan = orphans.any();
        while (orphan != 0) {
            orphans.remove(orphan);
            packets.free(orphan);
            orphan = orphans.any();
        }
    }
}
