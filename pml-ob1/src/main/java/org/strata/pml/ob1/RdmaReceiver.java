package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Btl;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlEndpoint;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.MatchHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.PutHeader;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.header.RgetEntry;

/**
 * The receiving side of RDMA: reads what the sender offers, or asks it to write piece by piece.
 * What a link cannot move goes over the others, and what none can is asked for as fragments. Tier
 * 2.
 */
final class RdmaReceiver {
    private final Ob1Pml pml;
    private final Ob1Counters counters;
    private final long header;
    private final int depth;
    private final int retriesLimit;
    private final int maxLanes;

    RdmaReceiver(Ob1Pml pml, Ob1Config config, long header) {
        this.pml = pml;
        this.counters = pml.counters;
        this.header = header;
        this.depth = Math.max(1, config.recvPipelineDepth());
        this.retriesLimit = config.rdmaPutRetriesLimit();
        this.maxLanes = Math.max(1, config.maxRdmaPerRequest());
    }

    // Beginning.

    /**
     * Begins to read a message that an RGET packet at {@code at} offers.
     *
     * @return false when this side cannot read it
     */
    boolean read(RecvRequest request, Btl btl, BtlEndpoint from, long at) {
        if (!eligible(request)) {
            return false;
        }
        RdmaTransfer transfer = pml.pools.transfer();
        transfer.reads = true;
        transfer.whole = true;
        transfer.remoteAddress = RendezvousHeader.address(at);
        long entry = RendezvousHeader.entries(at);
        while (entry != 0) {
            BtlLink link = request.peer.link(RgetEntry.link(entry), btl, from);
            boolean same = link != null && handleSize(link) == RgetEntry.handleLength(entry);
            if (same && usable(request, link, BtlAttributes.FLAG_GET)) {
                Lane lane = transfer.addLane();
                lane.reset(link, RgetEntry.link(entry));
                Memory.copy(RgetEntry.handle(entry), lane.handle, handleSize(link));
            }
            entry = RgetEntry.next(entry);
        }
        return begin(request, transfer, MatchHeader.flags(at), 0);
    }

    private static int handleSize(BtlLink link) {
        return link.rdma == null ? -1 : link.rdma.handleSize();
    }

    /**
     * Begins to have a message written whose RNDV packet at {@code at} brought the first bytes.
     *
     * @return false when it cannot be written to this buffer
     */
    boolean write(RecvRequest request, Btl btl, BtlEndpoint from, long at) {
        int flags = MatchHeader.flags(at);
        if ((flags & MatchHeader.FLAG_CONTIGUOUS) == 0 || !eligible(request)) {
            return false;
        }
        RdmaTransfer transfer = pml.pools.transfer();
        transfer.reads = false;
        transfer.whole = (flags & MatchHeader.FLAG_WHOLE) != 0;
        addWritingLanes(request, transfer, btl, from);
        if (!transfer.whole) {
            transfer.depth = depth;
            transfer.aligned = (flags & MatchHeader.FLAG_KEEP) != 0;
        }
        long offset = transfer.whole ? request.received : rdmaOffset(request, transfer);
        return begin(request, transfer, flags, offset);
    }

    private void addWritingLanes(
            RecvRequest request, RdmaTransfer transfer, Btl btl, BtlEndpoint from) {
        Ob1Endpoint peer = request.peer;
        int known = peer.channel == null ? 0 : peer.knownLinks();
        int first = known == 0 ? 0 : 1 + Math.floorMod(peer.nextRdma++, known);
        for (int i = 0; i < Math.max(known, 1) && transfer.lanes() < maxLanes; i++) {
            int number = known == 0 ? 0 : 1 + (first - 1 + i) % known;
            BtlLink link = peer.link(number, btl, from);
            if (link != null && usable(request, link, BtlAttributes.FLAG_PUT)) {
                transfer.addLane().reset(link, number);
            }
        }
    }

    /** The bytes before it come as fragments while the first pieces are being registered. */
    private static long rdmaOffset(RecvRequest request, RdmaTransfer transfer) {
        long fill = 0;
        for (int i = 0; i < transfer.lanes(); i++) {
            fill = Math.max(fill, transfer.lane(i).link.attributes.pipelineSendLength());
        }
        return Math.min(request.expected, request.received + fill);
    }

    /** Only whole contiguous native buffers can be written remotely. */
    private static boolean eligible(RecvRequest request) {
        return request.base == null
                && request.error == Rc.OK
                && request.expected > 0
                && request.layout.contiguous(request.count);
    }

    private static boolean usable(RecvRequest request, BtlLink link, int direction) {
        return link.rdma != null
                && link.attributes.has(direction)
                && handleSize(link) <= Pools.HANDLE_BYTES
                && PutHeader.LENGTH + handleSize(link) <= ReliableChannel.room(link)
                && link.rdma.reachable(link.endpoint, start(request), request.expected);
    }

    private static long start(RecvRequest request) {
        return Sender.start(request.layout, request.offset);
    }

    private boolean begin(RecvRequest request, RdmaTransfer transfer, int flags, long offset) {
        if (transfer.lanes() == 0 || offset >= request.expected) {
            pml.pools.give(transfer);
            return false;
        }
        transfer.keeps = (flags & MatchHeader.FLAG_KEEP) != 0;
        share(transfer, request.expected - offset);
        transfer.todo.add(offset, request.expected);
        request.transfer = transfer;
        request.transition(RecvRequest.State.MOVING);
        // Named, so that the peer's death finds it.
        pml.cookies.cookie(request);
        if (request.received < offset) {
            pml.receiver.ask(request, 0, request.received, offset);
        }
        advance(request);
        return true;
    }

    /** Divides the bytes among the lanes by weight; little goes over one lane. */
    private static void share(RdmaTransfer transfer, long bytes) {
        double total = 0;
        for (int i = 0; i < transfer.lanes(); i++) {
            total += transfer.lane(i).link.weight;
        }
        long left = bytes;
        for (int i = 1; i < transfer.lanes(); i++) {
            Lane lane = transfer.lane(i);
            long share = total > 0 ? (long) (bytes * (lane.link.weight / total)) : 0;
            lane.share = share > lane.link.attributes.eagerLimit() ? Math.min(share, left) : 0;
            left -= lane.share;
        }
        transfer.lane(0).share = left;
    }

    // Pieces.

    /** Starts what can be started; what cannot is tried again by progress. */
    private void advance(RecvRequest request) {
        if (!schedule(request) && !request.queued) {
            pml.enqueue(request.peer, request);
        }
    }

    /** Starts pieces; returns false when progress must try again. May end the request. */
    boolean schedule(RecvRequest request) {
        RdmaTransfer transfer = request.transfer;
        if (transfer == null || transfer.scheduling) {
            return true;
        }
        int rc = Rc.OK;
        transfer.scheduling = true;
        while (rc == Rc.OK && !transfer.todo.isEmpty() && transfer.outstanding() < transfer.depth) {
            rc = startPiece(request, transfer);
        }
        transfer.scheduling = false;
        endReadingIfOver(request, transfer);
        return rc != Rc.NO_RESOURCE;
    }

    /**
     * Starts one piece over the first lane that takes it.
     *
     * @return OK: there may be more to do; NO_RESOURCE: poll; NOT_AVAILABLE: the end of a piece
     *     comes first
     */
    private int startPiece(RecvRequest request, RdmaTransfer transfer) {
        boolean full = false;
        boolean shortage = false;
        long tried = 0;
        Lane lane = transfer.pick(tried);
        while (lane != null) {
            int rc = start(request, transfer, lane);
            if (rc == Rc.OK) {
                return rc;
            }
            full |= rc == Rc.NO_RESOURCE;
            shortage |= rc == Rc.NO_MEMORY;
            lane.dead |= rc != Rc.NO_RESOURCE && rc != Rc.NO_MEMORY;
            tried |= 1L << lane.index;
            lane = transfer.pick(tried);
        }
        if (full) {
            return Rc.NO_RESOURCE;
        }
        return shortage ? sparing(request, transfer) : copy(request, transfer);
    }

    /** No link can register a piece: a smaller one, or one later, or no more. */
    private int sparing(RecvRequest request, RdmaTransfer transfer) {
        long smaller = Sender.smaller(transfer.pieceLimit);
        if (smaller > 0) {
            transfer.pieceLimit = smaller;
            return Rc.OK;
        }
        if (transfer.outstanding() > 0) {
            return Rc.NOT_AVAILABLE;
        }
        if (transfer.retries++ < retriesLimit) {
            return Rc.NO_RESOURCE;
        }
        return copy(request, transfer);
    }

    /** Asks for what is left as fragments; a reader waits until nothing is read any more. */
    private int copy(RecvRequest request, RdmaTransfer transfer) {
        for (int i = 0; i < transfer.lanes(); i++) {
            transfer.lane(i).dead = true;
        }
        while (!transfer.reads && !transfer.todo.isEmpty()) {
            copy(request, transfer.todo.from(), transfer.todo.to());
            transfer.todo.take(transfer.todo.to() - transfer.todo.from());
        }
        return Rc.NOT_AVAILABLE;
    }

    private void copy(RecvRequest request, long from, long to) {
        counters.rdmaCopied += to - from;
        pml.receiver.ask(request, 0, from, to);
    }

    private int start(RecvRequest request, RdmaTransfer transfer, Lane lane) {
        if (!request.peer.uses(lane.link)) {
            return Rc.LINK_FAILED;
        }
        long offset = transfer.todo.from();
        long length = pieceLength(request, transfer, lane);
        Piece piece = pml.pools.piece(this);
        piece.request = request;
        piece.lane = lane;
        piece.offset = offset;
        piece.length = length;
        int rc = register(request, transfer, piece) ? Rc.OK : Rc.NO_MEMORY;
        if (rc == Rc.OK) {
            // Before the call: a read may end inside it.
            transfer.add(piece);
            transfer.todo.take(length);
            lane.share -= length;
            rc = transfer.reads ? get(transfer, piece) : put(piece);
            if (rc != Rc.OK) {
                lane.share += length;
                transfer.todo.add(offset, offset + length);
                transfer.remove(piece);
            }
        } else {
            transfer.pieceLimit = Math.min(transfer.pieceLimit, length);
        }
        if (rc != Rc.OK) {
            free(piece);
        }
        return rc;
    }

    private long pieceLength(RecvRequest request, RdmaTransfer transfer, Lane lane) {
        long room = Math.min(transfer.todo.to() - transfer.todo.from(), transfer.pieceLimit);
        if (transfer.whole) {
            // Behind its share a link still helps others that failed.
            room = lane.share > 0 ? Math.min(room, lane.share) : room;
        } else {
            room = Math.min(room, lane.link.attributes.pipelineFragmentSize());
        }
        if (transfer.reads) {
            room = Math.min(room, lane.link.rdma.maxRdmaSize());
        }
        if (transfer.aligned) {
            long address = start(request) + transfer.todo.from();
            room = Sender.aligned(address, room, lane.link.attributes.pipelineFragmentSize());
        }
        return room;
    }

    /** Makes sure that a registration covers the piece; returns false when none can be had. */
    private boolean register(RecvRequest request, RdmaTransfer transfer, Piece piece) {
        Lane lane = piece.lane;
        if (!lane.link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)
                || lane.registration != null) {
            return true;
        }
        long start = start(request);
        int access = Registration.LOCAL_WRITE;
        access |= transfer.reads ? 0 : Registration.REMOTE_WRITE;
        access |= transfer.keeps ? 0 : Registration.TRANSIENT;
        BtlEndpoint endpoint = lane.link.endpoint;
        if (transfer.whole && transfer.keeps && !lane.refused) {
            lane.registration = lane.link.rdma.register(endpoint, start, request.expected, access);
            lane.refused = lane.registration == null;
            if (!lane.refused) {
                return true;
            }
        }
        long from = start + piece.offset;
        long to = from + piece.length;
        if (transfer.aligned) {
            long segment = lane.link.attributes.pipelineFragmentSize();
            from = Math.max(start, Math.floorDiv(from, segment) * segment);
            to = Math.min(start + request.expected, Math.ceilDiv(to, segment) * segment);
        }
        piece.registration = lane.link.rdma.register(endpoint, from, to - from, access);
        return piece.registration != null;
    }

    private static Registration registration(Piece piece) {
        return piece.registration != null ? piece.registration : piece.lane.registration;
    }

    private int get(RdmaTransfer transfer, Piece piece) {
        BtlLink link = piece.lane.link;
        return link.rdma.get(
                link.endpoint,
                start(piece.request) + piece.offset,
                registration(piece),
                transfer.remoteAddress + piece.offset,
                piece.lane.handle,
                piece.length,
                piece,
                null);
    }

    /** Tells the sender that the piece is ready. */
    private int put(Piece piece) {
        RecvRequest request = piece.request;
        BtlLink link = piece.lane.link;
        long address = start(request) + piece.offset;
        long receiver = pml.cookies.cookie(request);
        PutHeader.writeCookies(
                header,
                piece.lane.number,
                request.senderCookie,
                receiver,
                pml.cookies.cookie(piece));
        PutHeader.writeRange(header, piece.offset, address, piece.length);
        link.rdma.writeHandle(registration(piece), address, PutHeader.handle(header));
        int length = PutHeader.LENGTH + link.rdma.handleSize();
        pml.sendControl(request.peer, PacketType.PUT, header, length);
        counters.putsAsked++;
        return Rc.OK;
    }

    private void free(Piece piece) {
        if (piece.registration != null) {
            piece.lane.link.rdma.deregister(piece.registration);
        }
        pml.cookies.drop(piece);
        pml.pools.give(piece);
    }

    /** A read is over. */
    void onPieceOver(Piece piece, int rc) {
        RecvRequest request = piece.request;
        finish(piece, rc);
        if (!request.transfer.scheduling) {
            advance(request);
        }
    }

    /** The sender has written a piece, or says by a negative size why it did not. */
    void onWritten(Piece piece, long size) {
        RecvRequest request = piece.request;
        if (size == Rc.NO_RESOURCE) {
            // It cannot register its side, and may never.
            copy(request, piece.offset, piece.offset + piece.length);
            request.transfer.remove(piece);
            free(piece);
        } else {
            finish(piece, size < 0 ? (int) size : Rc.OK);
        }
        if (request.received >= request.expected) {
            request.complete(request.error);
        } else {
            advance(request);
        }
    }

    private void finish(Piece piece, int rc) {
        RecvRequest request = piece.request;
        RdmaTransfer transfer = request.transfer;
        transfer.remove(piece);
        if (rc == Rc.OK) {
            request.received += piece.length;
            counters.rdmaReceived += piece.length;
        } else if (transfer.failure == Rc.OK) {
            counters.rdmaFailed++;
            piece.lane.dead = true;
            transfer.todo.add(piece.offset, piece.offset + piece.length);
        }
        free(piece);
    }

    // The end.

    private void endReadingIfOver(RecvRequest request, RdmaTransfer transfer) {
        if (!transfer.reads || transfer.outstanding() > 0) {
            return;
        }
        if (transfer.failure != Rc.OK) {
            request.complete(transfer.failure);
        } else if (transfer.todo.isEmpty()) {
            FinHeader.write(header, request.senderCookie, request.received);
            pml.sendControl(request.peer, PacketType.FIN, header, FinHeader.LENGTH);
            request.complete(request.error);
        } else if (transfer.pick(0) == null) {
            askForRest(request, transfer);
        }
    }

    /**
     * One range covers all that is missing: what lies between may come twice, which is harmless.
     */
    private void askForRest(RecvRequest request, RdmaTransfer transfer) {
        long from = transfer.todo.lowest();
        long to = transfer.todo.highest();
        counters.rdmaCopied += to - from;
        request.received = request.expected - (to - from);
        release(request);
        request.transition(RecvRequest.State.RECEIVING);
        pml.receiver.askForRest(request, from, to);
    }

    /** Gives up what a request holds; nothing of it is being read. */
    void release(RecvRequest request) {
        RdmaTransfer transfer = request.transfer;
        if (transfer == null) {
            return;
        }
        request.transfer = null;
        while (transfer.outstanding() > 0) {
            Piece piece = transfer.piece(0);
            transfer.remove(piece);
            free(piece);
        }
        for (int i = 0; i < transfer.lanes(); i++) {
            Lane lane = transfer.lane(i);
            if (lane.registration != null) {
                lane.link.rdma.deregister(lane.registration);
            }
            lane.link = null;
        }
        pml.pools.give(transfer);
        pml.dequeue(request.peer, request);
    }
}
