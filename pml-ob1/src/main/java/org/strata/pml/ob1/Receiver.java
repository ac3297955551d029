package org.strata.pml.ob1;

import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.pml.Pml;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.FlowHeader;
import org.strata.pml.ob1.header.FragHeader;
import org.strata.pml.ob1.header.MatchHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.match.Posted;
import org.strata.pml.ob1.match.Unexpected;

import java.util.ArrayList;
import java.util.List;

/** The receiving side: arrivals, matching, and moving data into user buffers. */
final class Receiver {
    /** What an unexpected message costs besides its packet. */
    private static final int BOOKKEEPING = 64;

    /** RDMA of messages. */
    final RdmaReceiver rdma;

    private final Ob1Pml pml;
    private final long header;
    private final long unexpectedMax;
    private final Ob1Counters counters;

    /** Packets for communicators that this rank has not made yet. */
    private final List<Unexpected<RecvRequest>> orphans = new ArrayList<>();

    Receiver(Ob1Pml pml, Ob1Config config, long header, RdmaReceiver rdma) {
        this.pml = pml;
        this.header = header;
        this.rdma = rdma;
        this.unexpectedMax = config.unexpectedMax();
        this.counters = pml.counters;
    }

    /** Handles MATCH, RNDV and RGET packets. Tier 1. */
    void onMatchable(Btl btl, BtlEndpoint from, long at, int length) {
        CommState comm = pml.comm(MatchHeader.context(at));
        if (comm == null) {
            Unexpected<RecvRequest> orphan = copy(btl, from, at, length);
            orphans.add(orphan);
            return;
        }
        PeerState peer = comm.peer(MatchHeader.source(at));
        int sequence = MatchHeader.sequence(at);
        if (peer.match.expects(sequence)) {
            peer.match.advance();
            take(comm, peer, btl, from, at, length);
            takeEarly(comm, peer);
        } else if (!peer.match.alreadyTaken(sequence)) {
            counters.outOfSequence++;
            peer.match.keepEarly(sequence, copy(btl, from, at, length));
        } else {
            counters.duplicates++;
        }
    }

    private void takeEarly(CommState comm, PeerState peer) {
        Unexpected<RecvRequest> early = peer.match.takeEarly();
        while (early != null) {
            peer.match.advance();
            take(comm, peer, early.btl, early.from, early.packet, early.length);
            drop(early);
            early = peer.match.takeEarly();
        }
    }

    /** Gives a packet whose turn it is to its receive, or keeps it. */
    private void take(
            CommState comm, PeerState peer, Btl btl, BtlEndpoint from, long at, int length) {
        int tag = MatchHeader.tag(at);
        Posted<RecvRequest> posted = comm.matcher.takePosted(peer.match, tag);
        if (posted != null) {
            deliver(posted.request, peer, btl, from, at, length);
        } else {
            Unexpected<RecvRequest> message = copy(btl, from, at, length);
            message.peer = peer.match;
            message.tag = tag;
            comm.matcher.keepUnexpected(message);
            countUnexpected(peer, length);
        }
    }

    private Unexpected<RecvRequest> copy(Btl btl, BtlEndpoint from, long at, int length) {
        Unexpected<RecvRequest> message = pml.pools.message();
        message.packet = pml.payloads.take(length);
        message.length = length;
        message.btl = btl;
        message.from = from;
        Memory.copy(at, message.packet, length);
        return message;
    }

    private void drop(Unexpected<RecvRequest> message) {
        pml.payloads.give(message.packet, message.length);
        pml.pools.give(message);
    }

    private void countUnexpected(PeerState peer, int length) {
        Ob1Endpoint endpoint = pml.endpoint(peer);
        endpoint.unexpectedBytes += length + BOOKKEEPING;
        counters.unexpected++;
        counters.unexpectedBytes += length;
        if (endpoint.unexpectedBytes > unexpectedMax && !endpoint.holding) {
            sendFlow(endpoint, true);
        }
    }

    private void uncountUnexpected(PeerState peer, int length) {
        Ob1Endpoint endpoint = pml.endpoint(peer);
        endpoint.unexpectedBytes -= length + BOOKKEEPING;
        if (endpoint.holding && endpoint.unexpectedBytes <= unexpectedMax / 2) {
            sendFlow(endpoint, false);
        }
    }

    private void sendFlow(Ob1Endpoint endpoint, boolean hold) {
        endpoint.holding = hold;
        FlowHeader.write(header, hold);
        pml.sendControl(endpoint, PacketType.FLOW, header, FlowHeader.LENGTH);
    }

    /** The peer asks us to hold back unexpected data, or to go on. */
    void onFlow(Btl btl, BtlEndpoint from, long at, int length) {
        pml.endpoint(from.peer()).held = FlowHeader.hold(at);
    }

    /** Matches packets that came before their communicator was known here. */
    void adopt(CommState comm) {
        if (orphans.isEmpty()) {
            return;
        }
        List<Unexpected<RecvRequest>> mine = new ArrayList<>();
        orphans.removeIf(orphan -> {
            boolean match = MatchHeader.context(orphan.packet) == comm.context.id();
            if (match) {
                mine.add(orphan);
            }
            return match;
        });
        for (Unexpected<RecvRequest> orphan : mine) {
            onMatchable(orphan.btl, orphan.from, orphan.packet, orphan.length);
            drop(orphan);
        }
    }

    /** Posts a receive: matches what has come, else queues. */
    void post(RecvRequest request) {
        CommState comm = request.comm;
        boolean wild = request.wantedSource == Pml.ANY_SOURCE;
        PeerState peer = wild ? null : comm.peer(request.wantedSource);
        request.capacity = request.count * request.layout.size();
        request.received = 0;
        request.expected = 0;
        request.done = false;
        request.finished = false;
        var match = wild ? null : peer.match;
        Unexpected<RecvRequest> message = comm.matcher.findUnexpected(match, request.wantedTag);
        if (message != null) {
            comm.matcher.takeUnexpected(message);
            deliverKept(request, message);
        } else if (!wild && peer.match.proc.isLost()) {
            request.complete(Ob1Pml.deathOf(peer.match.proc));
        } else {
            request.posted.source = request.wantedSource;
            request.posted.tag = request.wantedTag;
            request.transition(RecvRequest.State.POSTED);
            comm.matcher.post(request.posted, match);
        }
    }

    /** Delivers an unexpected message that has left the queues. */
    void deliverKept(RecvRequest request, Unexpected<RecvRequest> message) {
        PeerState peer = request.comm.peer(message.peer.rank);
        uncountUnexpected(peer, message.length);
        deliver(request, peer, message.btl, message.from, message.packet, message.length);
        drop(message);
    }

    private void deliver(
            RecvRequest request, PeerState peer, Btl btl, BtlEndpoint from, long at, int length) {
        request.source = peer.match.rank;
        request.tag = MatchHeader.tag(at);
        int type = MatchHeader.type(at);
        if (type != PacketType.MATCH && !pml.endpoint(peer).bml.reachable()) {
            // It came before its sender died; the rest never will.
            request.complete(Ob1Pml.deathOf(peer.match.proc));
            return;
        }
        switch (type) {
            case PacketType.MATCH -> deliverEager(request, at, length);
            case PacketType.RNDV -> deliverRendezvous(request, peer, btl, from, at, length);
            default -> deliverExposed(request, peer, btl, from, at);
        }
    }

    private void deliverEager(RecvRequest request, long at, int length) {
        long size = (long) length - MatchHeader.LENGTH;
        request.expected = Math.min(size, request.capacity);
        request.received = request.expected;
        store(request, at + MatchHeader.LENGTH, 0, request.expected);
        request.complete(size > request.capacity ? Rc.TRUNCATED : Rc.OK);
    }

    private void deliverRendezvous(
            RecvRequest request, PeerState peer, Btl btl, BtlEndpoint from, long at, int length) {
        long size = RendezvousHeader.messageLength(at);
        long sent = (long) length - RendezvousHeader.LENGTH;
        begin(request, peer, at, size);
        long part = Math.min(sent, request.expected);
        store(request, at + RendezvousHeader.LENGTH, 0, part);
        request.received = part;
        if (part >= request.expected || !rdma.write(request, btl, from, at)) {
            askForRest(request, sent, request.expected);
        }
    }

    private void begin(RecvRequest request, PeerState peer, long at, long size) {
        request.expected = Math.min(size, request.capacity);
        request.received = 0;
        request.peer = pml.endpoint(peer);
        request.senderCookie = RendezvousHeader.sender(at);
        request.error = size > request.capacity ? Rc.TRUNCATED : Rc.OK;
    }

    /** Asks for a part of the message as fragments. */
    void ask(RecvRequest request, int flags, long from, long to) {
        sendAck(request, flags, from, to, pml.cookies.cookie(request));
    }

    /** Asks for all that is missing as fragments; ends the request when that is nothing. */
    void askForRest(RecvRequest request, long from, long to) {
        if (request.received >= request.expected) {
            sendAck(request, AckHeader.FLAG_REST, from, from, 0);
            request.complete(request.error);
        } else {
            request.transition(RecvRequest.State.RECEIVING);
            ask(request, AckHeader.FLAG_REST, from, to);
        }
    }

    private void sendAck(RecvRequest request, int flags, long offset, long end, long cookie) {
        AckHeader.write(header, flags, request.senderCookie, cookie, offset, end);
        pml.sendControl(request.peer, PacketType.ACK, header, AckHeader.LENGTH);
    }

    private void store(RecvRequest request, long source, long position, long length) {
        counters.copiedIn += length;
        request.layout.unpack(source, request.base, request.offset, position, length);
    }

    /** Handles a piece of a message. */
    void onFragment(Btl btl, BtlEndpoint from, long at, int length) {
        if (pml.cookies.find(FragHeader.receiver(at)) instanceof RecvRequest request) {
            long part = (long) length - FragHeader.LENGTH;
            store(request, at + FragHeader.LENGTH, FragHeader.offset(at), part);
            request.received += part;
            if (request.received >= request.expected) {
                request.complete(request.error);
            }
        }
    }

    /** The sender offers its memory: read it, or ask for fragments where that cannot be done. */
    private void deliverExposed(
            RecvRequest request, PeerState peer, Btl btl, BtlEndpoint from, long at) {
        begin(request, peer, at, RendezvousHeader.messageLength(at));
        if (!rdma.read(request, btl, from, at)) {
            askForRest(request, 0, request.expected);
        }
    }

    /** Releases what was never received. */
    void close() {
        orphans.forEach(this::drop);
        orphans.clear();
    }
}
