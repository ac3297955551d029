package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.pml.SendMode;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.FragHeader;
import org.strata.pml.ob1.header.MatchHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.protocol.Protocol;
import org.strata.pml.ob1.protocol.ProtocolChoice;

/** The sending side: first packets, fragments, and the answers to them. */
final class Sender {
    /** For descriptors whose request does not wait for them: their data were copied. */
    private static final Descriptor.Callback FREE = (btl, descriptor, rc) -> btl.free(descriptor);

    private final Ob1Pml pml;
    private final long header;
    private final int depth;
    private final Ob1Counters counters;

    /** Requests that have started and not ended. */
    private int active;

    Sender(Ob1Pml pml, long header, int depth) {
        this.pml = pml;
        this.header = header;
        this.depth = depth;
        this.counters = pml.counters;
    }

    /** Returns whether no send is under way. */
    boolean idle() {
        return active == 0;
    }

    /** Sends a short contiguous message now. Tier 1. Any code but OK had no effect. */
    int sendNow(PeerState peer, Object base, long start, int size, int tag, CommState comm) {
        BtlLink link = peer.endpoint.bml.nextEager();
        int sequence = peer.match.sendSequence;
        int id = comm.context.id();
        MatchHeader.write(header, PacketType.MATCH, 0, id, comm.context.rank(), tag, sequence);
        // Before the call: a loopback delivers inside it, and the receiver may send to us again.
        peer.match.sendSequence = sequence + 1;
        int rc =
                link.btl.sendImmediate(
                        link.endpoint,
                        PacketType.btlTag(PacketType.MATCH),
                        header,
                        MatchHeader.LENGTH,
                        base,
                        start,
                        size);
        if (rc == Rc.OK) {
            counters.eagerSent++;
            counters.eagerBytes += size;
            counters.copiedOut += size;
        } else {
            peer.match.sendSequence = sequence;
        }
        return rc;
    }

    /** Starts a request: it has its place in the order from here on. */
    void start(SendRequest request) {
        active++;
        request.sequence = request.peer.match.sendSequence++;
        request.next = 0;
        request.end = 0;
        request.fragmentsInFlight = 0;
        request.failure = Rc.OK;
        request.transition(SendRequest.State.STARTING);
        if (request.mode == SendMode.BUFFERED) {
            keepCopy(request);
        }
        Ob1Endpoint endpoint = request.peer.endpoint;
        if (endpoint.busy() || !startFirstPacket(request)) {
            pml.enqueue(endpoint, request);
        }
    }

    /** A buffered send is complete for its owner once its data are packed away. */
    private void keepCopy(SendRequest request) {
        request.copy = pml.payloads.take(request.size);
        request.layout.pack(request.base, request.offset, 0, request.copy, request.size);
        request.setBuffer(null, request.copy, request.size, DataLayouts.BYTE);
        request.done = true;
    }

    /** Called when a request is over, before its owner sees it. */
    void onSendOver(SendRequest request) {
        active--;
        dropRegistration(request);
        if (request.copy != 0) {
            pml.payloads.give(request.copy, request.size);
            pml.buffered.give(request.size);
            request.copy = 0;
        }
    }

    /** Tries the first packet on each eager link; returns false when none has room. */
    boolean startFirstPacket(SendRequest request) {
        Ob1Endpoint endpoint = request.peer.endpoint;
        int links = endpoint.bml.eager.length;
        if (links == 0) {
            request.fail(pml.deathOf(endpoint));
            return true;
        }
        for (int i = 0; i < links; i++) {
            int rc = firstPacket(request, endpoint.bml.nextEager());
            if (rc == Rc.OK) {
                return true;
            }
            if (rc != Rc.NO_RESOURCE && (rc != Rc.LINK_FAILED || links == 1)) {
                request.fail(rc);
                return true;
            }
        }
        return false;
    }

    private int firstPacket(SendRequest request, BtlLink link) {
        // Read before: a loopback may end the request inside the call.
        long size = request.size;
        boolean held = request.peer.endpoint.held;
        boolean exposable = exposable(request, link);
        Protocol protocol =
                ProtocolChoice.choose(request.size, request.mode, held, exposable, link.attributes);
        int rc = firstPacket(request, link, protocol);
        if (rc == Rc.OK) {
            count(protocol, size);
        }
        return rc;
    }

    private void count(Protocol protocol, long size) {
        switch (protocol) {
            case EAGER, EAGER_SYNCHRONOUS -> {
                counters.eagerSent++;
                counters.eagerBytes += size;
            }
            case RENDEZVOUS, RENDEZVOUS_EMPTY -> {
                counters.rendezvousSent++;
                counters.rendezvousBytes += size;
                counters.heldSent += protocol == Protocol.RENDEZVOUS_EMPTY ? 1 : 0;
            }
            case RGET -> {
                counters.rgetSent++;
                counters.rgetBytes += size;
            }
        }
    }

    private int firstPacket(SendRequest request, BtlLink link, Protocol protocol) {
        return switch (protocol) {
            case EAGER -> eager(request, link);
            case EAGER_SYNCHRONOUS -> rendezvous(request, link, MatchHeader.FLAG_ACK, request.size);
            case RENDEZVOUS -> rendezvous(request, link, 0, firstPart(request, link));
            case RENDEZVOUS_EMPTY -> rendezvous(request, link, 0, 0);
            case RGET -> expose(request, link);
        };
    }

    private static long firstPart(SendRequest request, BtlLink link) {
        int limit = link.attributes.rendezvousEagerLimit();
        int packet = Math.min(limit, link.attributes.maxSendSize());
        long room = (long) packet - RendezvousHeader.LENGTH;
        ReliableChannel channel = request.peer.endpoint.channel;
        if (channel != null) {
            room = Math.min(room, channel.room(RendezvousHeader.LENGTH));
        }
        return Math.clamp(request.size, 0, Math.max(room, 0));
    }

    private static boolean exposable(SendRequest request, BtlLink link) {
        return request.base == null
                && link.rdma != null
                && request.layout.contiguous(request.count)
                && link.rdma.reachable(link.endpoint, startOf(request), request.size);
    }

    /** Returns where the data of a contiguous request start. */
    private static long startOf(SendRequest request) {
        return start(request.layout, request.offset);
    }

    /** Returns where the data of a gapless buffer start: a lone block may lie off its origin. */
    static long start(DataLayout layout, long offset) {
        return layout.contiguous() ? offset : offset + layout.trueLowerBound();
    }

    private int eager(SendRequest request, BtlLink link) {
        boolean direct = request.peer.endpoint.channel == null;
        int rc =
                direct && request.layout.contiguous(request.count)
                        ? eagerContiguous(request, link)
                        : packed(
                                request,
                                link,
                                PacketType.MATCH,
                                0,
                                MatchHeader.LENGTH,
                                request.size);
        if (rc == Rc.OK) {
            request.complete(Rc.OK);
        }
        return rc;
    }

    private int eagerContiguous(SendRequest request, BtlLink link) {
        writeMatch(header, request, PacketType.MATCH, 0);
        return link.btl.sendImmediate(
                link.endpoint,
                PacketType.btlTag(PacketType.MATCH),
                header,
                MatchHeader.LENGTH,
                request.base,
                startOf(request),
                (int) request.size);
    }

    private int rendezvous(SendRequest request, BtlLink link, int flags, long part) {
        // The answer may come inside the call (loopback): be ready for it before.
        request.transition(SendRequest.State.AWAITING_ACK);
        int rc = packed(request, link, PacketType.RNDV, flags, RendezvousHeader.LENGTH, part);
        if (rc != Rc.OK) {
            request.transition(SendRequest.State.STARTING);
        }
        return rc;
    }

    /** Sends a header and the first {@code part} packed bytes in one packet. */
    private int packed(
            SendRequest request, BtlLink link, int type, int flags, int headerLength, long part) {
        ReliableChannel channel = request.peer.endpoint.channel;
        if (channel != null) {
            writeFirstHeader(header, request, type, flags);
            return channel.send(type, header, headerLength, request, 0, part);
        }
        Btl btl = link.btl;
        Descriptor descriptor = btl.alloc(link.endpoint, headerLength + (int) part);
        if (descriptor == null) {
            return Rc.NO_RESOURCE;
        }
        long at = descriptor.address;
        writeFirstHeader(at, request, type, flags);
        request.layout.pack(request.base, request.offset, 0, at + headerLength, part);
        descriptor.length = headerLength + (int) part;
        descriptor.headerLength = headerLength;
        descriptor.payloadLength = part;
        descriptor.inPlaceLength = 0;
        descriptor.callback = FREE;
        int rc = btl.send(link.endpoint, descriptor, PacketType.btlTag(type));
        if (rc != Rc.OK) {
            btl.free(descriptor);
        }
        return rc;
    }

    private void writeFirstHeader(long at, SendRequest request, int type, int flags) {
        writeMatch(at, request, type, flags);
        if (type == PacketType.RNDV) {
            RendezvousHeader.write(at, request.size, pml.cookies.cookie(request));
        }
    }

    /** Offers the data for the receiver to read. */
    private int expose(SendRequest request, BtlLink link) {
        long start = startOf(request);
        if (link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
            request.registration =
                    link.rdma.register(
                            link.endpoint, start, request.size, Registration.REMOTE_READ);
            if (request.registration == null) {
                return rendezvous(request, link, 0, firstPart(request, link));
            }
        }
        request.link = link;
        request.transition(SendRequest.State.AWAITING_ACK);
        writeMatch(header, request, PacketType.RGET, MatchHeader.FLAG_CONTIGUOUS);
        RendezvousHeader.write(header, request.size, pml.cookies.cookie(request));
        RendezvousHeader.writeAddress(header, start);
        link.rdma.writeHandle(request.registration, start, RendezvousHeader.handle(header));
        int length = RendezvousHeader.RGET_LENGTH + link.rdma.handleSize();
        ReliableChannel channel = request.peer.endpoint.channel;
        int tag = PacketType.btlTag(PacketType.RGET);
        int rc =
                channel != null
                        ? channel.send(PacketType.RGET, header, length, null, 0, 0)
                        : link.btl.sendImmediate(link.endpoint, tag, header, length, null, 0, 0);
        if (rc != Rc.OK) {
            request.transition(SendRequest.State.STARTING);
            dropRegistration(request);
        }
        return rc;
    }

    private static void writeMatch(long at, SendRequest request, int type, int flags) {
        int id = request.comm.context.id();
        int rank = request.comm.context.rank();
        MatchHeader.write(at, type, flags, id, rank, request.wantedTag, request.sequence);
    }

    private static void dropRegistration(SendRequest request) {
        if (request.registration != null) {
            request.link.rdma.deregister(request.registration);
            request.registration = null;
        }
    }

    /** The receiver says which bytes it wants as fragments. */
    void onAck(Btl btl, BtlEndpoint from, long at, int length) {
        if (pml.cookies.find(AckHeader.sender(at)) instanceof SendRequest request) {
            dropRegistration(request);
            request.receiverCookie = AckHeader.receiver(at);
            request.next = AckHeader.offset(at);
            request.end = AckHeader.end(at);
            request.transition(SendRequest.State.SENDING);
            if (!sendFragments(request)) {
                pml.enqueue(request.peer.endpoint, request);
            }
        }
    }

    /** The receiver has read everything. */
    void onFin(Btl btl, BtlEndpoint from, long at, int length) {
        if (pml.cookies.find(FinHeader.cookie(at)) instanceof SendRequest request) {
            long size = FinHeader.size(at);
            request.complete(size < 0 ? (int) size : Rc.OK);
        }
    }

    /** Sends fragments up to the pipeline depth; returns false when no link has room. */
    boolean sendFragments(SendRequest request) {
        int rc = Rc.OK;
        // Completions that come inside send() only count down; this loop sees the room they make.
        request.scheduling = true;
        while (rc == Rc.OK && request.next < request.end && request.fragmentsInFlight < depth) {
            rc = sendFragment(request);
        }
        request.scheduling = false;
        if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
            request.fail(rc);
        } else if (request.drained()) {
            request.complete(request.failure);
        }
        return rc != Rc.NO_RESOURCE;
    }

    private int sendFragment(SendRequest request) {
        Ob1Endpoint endpoint = request.peer.endpoint;
        BtlLink[] links = endpoint.bml.send;
        if (links.length == 0) {
            return pml.deathOf(endpoint);
        }
        return endpoint.channel == null
                ? sendFragment(request, links[0])
                : sendFragmentReliably(request, endpoint.channel);
    }

    private int sendFragmentReliably(SendRequest request, ReliableChannel channel) {
        long part = Math.min(request.end - request.next, channel.room(FragHeader.LENGTH));
        FragHeader.write(header, request.receiverCookie, request.next);
        int length = FragHeader.LENGTH;
        int rc = channel.send(PacketType.FRAG, header, length, request, request.next, part);
        if (rc == Rc.OK) {
            request.next += part;
            counters.fragmentsSent++;
            counters.copiedOut += part;
        }
        return rc;
    }

    private int sendFragment(SendRequest request, BtlLink link) {
        Descriptor descriptor =
                link.btl.prepareSource(
                        link.endpoint,
                        request.base,
                        request.offset,
                        request.layout,
                        request.count,
                        request.next,
                        FragHeader.LENGTH,
                        request.end - request.next);
        if (descriptor == null) {
            return Rc.NO_RESOURCE;
        }
        long position = request.next;
        FragHeader.write(descriptor.address, request.receiverCookie, position);
        descriptor.callback = request;
        request.next = position + descriptor.payloadLength;
        request.fragmentsInFlight++;
        counters.fragmentsSent++;
        counters.copiedOut += descriptor.payloadLength - descriptor.inPlaceLength;
        int rc = link.btl.send(link.endpoint, descriptor, PacketType.btlTag(PacketType.FRAG));
        if (rc != Rc.OK) {
            request.next = position;
            request.fragmentsInFlight--;
            link.btl.free(descriptor);
        }
        return rc;
    }

    /** A fragment is on its way and its memory free. */
    void onFragmentSent(SendRequest request, int rc) {
        request.fragmentsInFlight--;
        if (rc != Rc.OK) {
            request.stop(rc);
        }
        if (!request.scheduling && !request.queued && !sendFragments(request)) {
            pml.enqueue(request.peer.endpoint, request);
        }
    }
}
