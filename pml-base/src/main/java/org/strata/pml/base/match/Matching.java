package org.strata.pml.base.match;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.CommContext;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.RetiredComms;
import org.strata.mca.proc.Proc;
import org.strata.opal.memory.Memory;
import org.strata.pml.base.PeerTraffic;

import java.util.List;

/**
 * Matching of one rank (MPI 3.1 §3.5): puts the packets of each sender in order, finds the posted
 * receive of each, and keeps copies of those without one. The bottom layer of a PML: it reads no
 * more of a packet than its {@link MatchHeader}, and calls the PML's {@link Delivery} for each
 * match. Tier 1.
 */
public final class Matching {
    private static final MatchComm[] NO_COMMS = {};

    private final Delivery delivery;
    private final FlowControl flow;
    private final PacketStore packets;
    private final Processes processes;
    private final MatchCounters counters;
    private final int firstSequence;
    private final IdentityTable<MatchComm> comms = new IdentityTable<>();

    /** Packets of communicators that this rank has not made yet, by identity. */
    private final PacketTable orphans;

    private final RetiredComms retired = new RetiredComms();
    private final PeerTraffic traffic = new PeerTraffic();

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
         * @param type of the packet, as it was given to {@link #arrive}
         * @param btl the BTL the packet came over
         * @param from the endpoint it came over
         * @param at address of the packet
         * @param length bytes of the packet
         */
        void deliver(
                PostedReceive receive,
                MatchPeer peer,
                int type,
                Btl btl,
                BtlEndpoint from,
                long at,
                int length);

        /** Returns the bytes of a message that is kept, for people. Tier 3. */
        default long length(Unexpected message) {
            return message.length;
        }
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
        packets.measureBy(delivery::length);
        this.orphans = new PacketTable(packets.memory(), PacketRecord.IN_PEER_TABLE);
    }

    // Communicators.

    /** Adds a communicator, and matches the packets that arrived for it before. */
    public void add(CommContext context) {
        MatchComm comm = new MatchComm(context, packets, firstSequence);
        context.pmlData = comm;
        comms.put(comm.identity, comm);
        traffic.add(comm);
        adopt(comm.identity);
    }

    private void adopt(long identity) {
        long orphan = orphans.first(identity);
        while (orphan != 0) {
            orphans.remove(orphan);
            BtlEndpoint from = packets.from(orphan);
            int length = PacketRecord.length(orphan);
            arrive(
                    PacketRecord.type(orphan),
                    packets.btl(orphan),
                    from,
                    PacketRecord.packet(orphan),
                    length);
            flow.release(sender(from), length);
            packets.free(orphan);
            orphan = orphans.first(identity);
        }
    }

    /** Removes a communicator, and drops its unexpected messages. */
    public void remove(CommContext context) {
        MatchComm comm = of(context);
        comms.remove(comm.identity);
        retired.add(comm.identity);
        context.pmlData = null;
        traffic.remove(comm);
        for (MatchPeer peer = comm.newest(); peer != null; peer = peer.older) {
            peer.leave();
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

    /**
     * Handles a packet that begins with a {@link MatchHeader}. Tier 1.
     *
     * @param type of the packet, which {@link Delivery} gets with it
     */
    public void arrive(int type, Btl btl, BtlEndpoint from, long at, int length) {
        PeerProcess sender = sender(from);
        MatchPeer peer = sender.member(MatchHeader.identity(at));
        if (peer == null) {
            peer = meet(sender, MatchHeader.identity(at));
            if (peer == null) {
                keepOrphan(sender, type, btl, from, at, length);
                return;
            }
        }
        long second = Memory.getLong(at + MatchHeader.SECOND);
        int sequence = MatchHeader.sequenceOf(second);
        if (peer.expects(sequence)) {
            peer.advance();
            match(peer, MatchHeader.tagOf(second), type, btl, from, at, length);
            if (peer.hasEarly()) {
                matchEarly(peer);
            }
        } else {
            arriveOutOfTurn(peer, sequence, type, btl, from, at, length);
        }
    }

    /** Returns the process at the other end of an endpoint. Tier 1. */
    private PeerProcess sender(BtlEndpoint from) {
        return from.pmlData instanceof PeerProcess known ? known : resolve(from);
    }

    private PeerProcess resolve(BtlEndpoint from) {
        PeerProcess process = processes.process(from.peer());
        from.pmlData = process;
        return process;
    }

    /**
     * Returns what a process is in a communicator in which it has not sent before; null when this
     * rank has not got the communicator, or the process is no member of it.
     */
    private MatchPeer meet(PeerProcess sender, long identity) {
        MatchComm comm = comms.get(identity);
        int rank = comm == null ? -1 : comm.context.rankOf(sender.proc);
        if (rank < 0) {
            return null;
        }
        MatchPeer peer = comm.peer(rank);
        peer.enter(sender);
        return peer;
    }

    private void arriveOutOfTurn(
            MatchPeer peer,
            int sequence,
            int type,
            Btl btl,
            BtlEndpoint from,
            long at,
            int length) {
        if (peer.isDuplicate(sequence)) {
            counters.duplicate();
        } else {
            counters.outOfSequence();
            peer.keepEarly(sequence, packets.copy(type, btl, from, at, length));
        }
    }

    /** Keeps a packet until its communicator is made here, unless that has been freed. */
    private void keepOrphan(
            PeerProcess sender, int type, Btl btl, BtlEndpoint from, long at, int length) {
        long identity = MatchHeader.identity(at);
        if (retired.contains(identity) || comms.get(identity) != null) {
            counters.stray();
            return;
        }
        orphans.append(identity, packets.copy(type, btl, from, at, length));
        flow.keep(sender, length);
    }

    private void matchEarly(MatchPeer peer) {
        long early = peer.pollEarly();
        while (early != 0) {
            peer.advance();
            long at = PacketRecord.packet(early);
            match(
                    peer,
                    MatchHeader.tag(at),
                    PacketRecord.type(early),
                    packets.btl(early),
                    packets.from(early),
                    at,
                    PacketRecord.length(early));
            packets.free(early);
            early = peer.pollEarly();
        }
    }

    /** Delivers a packet whose turn it is to its receive, or keeps it. */
    private void match(
            MatchPeer peer, int tag, int type, Btl btl, BtlEndpoint from, long at, int length) {
        MatchComm comm = peer.comm;
        PostedReceive receive = comm.matcher.matchPosted(peer, tag);
        if (receive != null) {
            receive.source = peer.rank;
            receive.tag = tag;
            delivery.deliver(receive, peer, type, btl, from, at, length);
        } else {
            keep(comm, peer, tag, packets.copy(type, btl, from, at, length));
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
                PacketRecord.type(message),
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

    /** Returns what has been exchanged with each peer. Any thread. */
    public PeerTraffic traffic() {
        return traffic;
    }

    /** Returns lines that say which messages are kept that no receive has matched. Tier 3. */
    public List<String> describeKept() {
        KeptReport report = new KeptReport();
        comms.forEach(comm -> comm.forEachKept(report::add));
        return report.lines(flow.bytes());
    }

    // The end.

    /**
     * Removes and returns some posted receive that only messages of lost processes could match;
     * null when none is left.
     */
    public PostedReceive removePostedFor(Proc lost) {
        for (MatchComm comm : comms.toArray(NO_COMMS)) {
            PostedReceive receive = removePostedFor(comm, lost);
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
