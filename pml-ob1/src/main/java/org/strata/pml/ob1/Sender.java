package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.btl.Descriptor;
import org.strata.mca.pml.SendMode;
import org.strata.opal.Rc;
import org.strata.opal.datatype.DataLayout;
import org.strata.opal.datatype.DataLayouts;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.FragHeader;
import org.strata.pml.ob1.header.MatchHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.protocol.Protocol;
import org.strata.pml.ob1.protocol.ProtocolChoice;
import org.strata.pml.ob1.protocol.RdmaPath;
import org.strata.pml.ob1.protocol.RdmaPolicy;

/** The sending side: first packets, fragments, and the answers to them. */
final class Sender {
    /** For descriptors whose request does not wait for them: their data were copied. */
    private static final Descriptor.Callback FREE = (btl, descriptor, rc) -> btl.free(descriptor);

    /** Less than this is not worth a registration: a copy is cheaper. */
    private static final long SMALLEST_PIECE = 4096;

    /** RDMA of messages. */
    final RdmaSender rdma;

    private final Ob1Pml pml;
    private final long header;
    private final int depth;
    private final RdmaPolicy policy;
    private final Ob1Counters counters;

    /** Requests that have started and not ended. */
    private int active;

    Sender(Ob1Pml pml, Ob1Config config, long header, RdmaSender rdma) {
        this.pml = pml;
        this.header = header;
        this.rdma = rdma;
        this.depth = config.sendPipelineDepth();
        this.policy = config.policy();
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
        request.remaining = 0;
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
        request.exposure.drop();
        pml.dequeue(request.peer.endpoint, request);
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
            request.fail(Ob1Pml.deathOf(endpoint.bml.peer));
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
        int limit = link.attributes.eagerLimit();
        boolean fits = ProtocolChoice.fitsFirstPacket(size, request.mode, limit);
        RdmaPath path = fits ? RdmaPath.NONE : path(request);
        Protocol protocol = ProtocolChoice.choose(size, request.mode, held, limit, path, policy);
        request.protocol = protocol;
        // A buffered send's private copy is freed behind the cache's back.
        request.keeps = policy.keeps(protocol) && request.copy == 0;
        int rc = firstPacket(request, link, protocol);
        if (rc == Rc.OK) {
            count(protocol, size);
        }
        return rc;
    }

    /** Returns what the peer's links can do with the request's data. */
    private static RdmaPath path(SendRequest request) {
        Ob1Endpoint peer = request.peer.endpoint;
        if (request.base == null && request.layout.contiguous(request.count)) {
            for (BtlLink link : peer.bml.rdma) {
                if (reaches(link, request)) {
                    return peer.path;
                }
            }
        }
        return RdmaPath.NONE;
    }

    /** Returns whether a link can move a contiguous request's data by RDMA. */
    static boolean reaches(BtlLink link, SendRequest request) {
        return link.rdma != null
                && link.rdma.reachable(link.endpoint, startOf(request), request.size);
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
            case RGET, RPUT, LEAVE_PINNED, PIPELINE, PIPELINE_LEAVE_PINNED ->
                    counters.countRdma(protocol, size);
        }
    }

    private int firstPacket(SendRequest request, BtlLink link, Protocol protocol) {
        return switch (protocol) {
            case EAGER -> eager(request, link);
            case EAGER_SYNCHRONOUS -> rendezvous(request, link, MatchHeader.FLAG_ACK, request.size);
            case RENDEZVOUS -> rendezvous(request, link, 0, firstPart(request, link));
            case RENDEZVOUS_EMPTY -> rendezvous(request, link, 0, 0);
            case RGET -> offer(request, link);
            case RPUT, LEAVE_PINNED -> rendezvous(request, link, writeFlags(request), 0);
            case PIPELINE, PIPELINE_LEAVE_PINNED ->
                    rendezvous(request, link, writeFlags(request), firstPart(request, link));
        };
    }

    private static int writeFlags(SendRequest request) {
        return MatchHeader.FLAG_CONTIGUOUS
                | (request.protocol.pipelined() ? 0 : MatchHeader.FLAG_WHOLE)
                | (request.keeps ? MatchHeader.FLAG_KEEP : 0);
    }

    /** Offers the data to be read, or when they cannot be registered has them written or copied. */
    private int offer(SendRequest request, BtlLink link) {
        greet(request);
        int rc = rdma.offer(request, link);
        if (rc != Rc.NOT_AVAILABLE) {
            return rc;
        }
        request.protocol =
                request.peer.endpoint.path.put() ? Protocol.PIPELINE : Protocol.RENDEZVOUS;
        int flags = request.protocol == Protocol.PIPELINE ? writeFlags(request) : 0;
        return rendezvous(request, link, flags, firstPart(request, link));
    }

    /** Lets the receiver know which of its links are which: it will name them. */
    private static void greet(SendRequest request) {
        ReliableChannel channel = request.peer.endpoint.channel;
        if (channel != null) {
            channel.greet();
        }
    }

    private static long firstPart(SendRequest request, BtlLink link) {
        if (request.peer.endpoint.held) {
            return 0;
        }
        int limit = link.attributes.rendezvousEagerLimit();
        int packet = Math.min(limit, link.attributes.maxSendSize());
        long room = (long) packet - RendezvousHeader.LENGTH;
        ReliableChannel channel = request.peer.endpoint.channel;
        if (channel != null) {
            room = Math.min(room, channel.room(RendezvousHeader.LENGTH));
        }
        return Math.clamp(request.size, 0, Math.max(room, 0));
    }

    /** Returns where the data of a contiguous request start. */
    static long startOf(SendRequest request) {
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
        if ((flags & MatchHeader.FLAG_CONTIGUOUS) != 0) {
            greet(request);
        }
        request.remaining = request.size - part;
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

    static void writeMatch(long at, SendRequest request, int type, int flags) {
        int id = request.comm.context.id();
        int rank = request.comm.context.rank();
        MatchHeader.write(at, type, flags, id, rank, request.wantedTag, request.sequence);
    }

    /** Returns the next shorter length to try to register, or 0 when that is not worth it. */
    static long smaller(long length) {
        return length > SMALLEST_PIECE ? Math.max(length / 2, SMALLEST_PIECE) : 0;
    }

    /** Returns the most of {@code room} bytes from an address that ends at a segment's end. */
    static long aligned(long address, long room, long segment) {
        long end = Math.floorDiv(address + room, segment) * segment;
        return end > address ? end - address : room;
    }

    /** The receiver says which bytes it wants as fragments. */
    void onAck(Btl btl, BtlEndpoint from, long at, int length) {
        if (pml.cookies.find(AckHeader.sender(at)) instanceof SendRequest request) {
            request.exposure.drop();
            request.receiverCookie = AckHeader.receiver(at);
            if ((AckHeader.flags(at) & AckHeader.FLAG_REST) != 0) {
                request.remaining = AckHeader.end(at) - AckHeader.offset(at);
            }
            request.asked.add(AckHeader.offset(at), AckHeader.end(at));
            request.transition(SendRequest.State.SENDING);
            if (!sendFragments(request) && !request.queued) {
                pml.enqueue(request.peer.endpoint, request);
            }
        }
    }

    /** The receiver has read everything. */
    void onRead(SendRequest request, long size) {
        request.complete(size < 0 ? (int) size : Rc.OK);
    }

    /** Tries what waits for room once more; returns false when some still waits. */
    boolean retry(SendRequest request) {
        if (request.state == SendRequest.State.STARTING) {
            return startFirstPacket(request);
        }
        boolean written = rdma.write(request);
        if (request.state == SendRequest.State.INACTIVE) {
            return true;
        }
        boolean sent = sendFragments(request);
        return sent && written;
    }

    /** Sends fragments up to the pipeline depth; returns false when no link has room. */
    boolean sendFragments(SendRequest request) {
        return sendFragments(request, depth);
    }

    /**
     * Sends fragments whatever the depth, as long as about {@code bytes} are under way, ahead of
     * work that takes long; returns false when no link has room.
     */
    boolean sendAhead(SendRequest request, long bytes) {
        BtlLink[] links = request.peer.endpoint.bml.send;
        long most = links.length == 0 ? 0 : bytes / links[0].attributes.maxSendSize() + 1;
        return sendFragments(request, Math.max(depth, most));
    }

    private boolean sendFragments(SendRequest request, long most) {
        int rc = Rc.OK;
        // Completions that come inside send() only count down; this loop sees the room they make.
        request.scheduling = true;
        while (rc == Rc.OK && request.hasFragments() && request.fragmentsInFlight < most) {
            rc = sendFragment(request);
        }
        request.scheduling = false;
        if (rc != Rc.OK && rc != Rc.NO_RESOURCE) {
            request.fail(rc);
        } else {
            request.endIfOver();
        }
        return rc != Rc.NO_RESOURCE;
    }

    private int sendFragment(SendRequest request) {
        Ob1Endpoint endpoint = request.peer.endpoint;
        BtlLink[] links = endpoint.bml.send;
        if (links.length == 0) {
            return Ob1Pml.deathOf(endpoint.bml.peer);
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
            request.remaining -= part;
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
    void onFragmentSent(SendRequest request, long bytes, int rc) {
        request.fragmentsInFlight--;
        request.remaining -= bytes;
        if (rc != Rc.OK) {
            request.stop(rc);
        }
        if (!request.scheduling && !request.queued && !sendFragments(request)) {
            pml.enqueue(request.peer.endpoint, request);
        }
    }
}
