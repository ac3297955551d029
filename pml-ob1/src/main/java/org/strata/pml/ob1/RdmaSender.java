package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.rcache.Registration;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.pml.ob1.header.FinHeader;
import org.strata.pml.ob1.header.MatchHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.PutHeader;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.header.RgetEntry;

/** The sending side of RDMA: offers messages to be read, and writes what receivers ask for. */
final class RdmaSender {
    private final Ob1Pml pml;
    private final Ob1Counters counters;
    private final long header;
    private final int headerRoom;
    private final int retriesLimit;
    private final int maxLinks;

    RdmaSender(Ob1Pml pml, Ob1Config config, long header, int headerRoom) {
        this.pml = pml;
        this.counters = pml.counters;
        this.header = header;
        this.headerRoom = headerRoom;
        this.retriesLimit = config.rdmaPutRetriesLimit();
        this.maxLinks = Math.max(1, config.maxRdmaPerRequest());
    }

    // Offering.

    /**
     * Sends a message's first packet, which offers the data to be read.
     *
     * @param carrier the link for the packet where the peer has only one
     * @return NOT_AVAILABLE when no link can offer it now
     */
    int offer(SendRequest request, BtlLink carrier) {
        Ob1Endpoint peer = request.peer.endpoint;
        int length = writeOffer(request, peer, carrier);
        if (length == RendezvousHeader.RGET_LENGTH) {
            return Rc.NOT_AVAILABLE;
        }
        request.transition(SendRequest.State.AWAITING_ACK);
        int flags = MatchHeader.FLAG_CONTIGUOUS | (request.keeps ? MatchHeader.FLAG_KEEP : 0);
        Sender.writeMatch(header, request, PacketType.RGET, flags);
        RendezvousHeader.write(header, request.size, pml.cookies.cookie(request));
        RendezvousHeader.writeAddress(header, Sender.startOf(request));
        int rc =
                peer.channel != null
                        ? peer.channel.send(PacketType.RGET, header, length, null, 0, 0)
                        : RetryQueues.send(carrier, PacketType.RGET, header, length);
        if (rc != Rc.OK) {
            request.transition(SendRequest.State.STARTING);
            request.exposure.drop();
        }
        return rc;
    }

    /** Registers and writes an entry for each link there is room for; returns the bytes so far. */
    private int writeOffer(SendRequest request, Ob1Endpoint peer, BtlLink carrier) {
        BtlLink only = peer.channel == null ? carrier : null;
        BtlLink[] links = peer.bml.rdma;
        int first = links.length > maxLinks ? peer.nextRdma++ : 0;
        int room = (int) Math.min(headerRoom, room(peer, carrier));
        int length = RendezvousHeader.RGET_LENGTH;
        long last = 0;
        int entries = 0;
        for (int i = 0; i < links.length && entries < maxLinks; i++) {
            BtlLink link = links[Math.floorMod(first + i, links.length)];
            if (!readable(request, link, only)) {
                continue;
            }
            long at = header + length;
            int size = RgetEntry.size(link.rdma.handleSize());
            if (length + size <= room && writeEntry(request, peer, link, at)) {
                if (last != 0) {
                    RgetEntry.writeMore(last);
                }
                last = at;
                length += size;
                entries++;
            }
        }
        return length;
    }

    private static long room(Ob1Endpoint peer, BtlLink carrier) {
        return peer.channel == null ? carrier.attributes.maxSendSize() : peer.channel.room(0);
    }

    private static boolean writeEntry(
            SendRequest request, Ob1Endpoint peer, BtlLink link, long at) {
        long start = Sender.startOf(request);
        Registration made = null;
        if (link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
            int access = Registration.REMOTE_READ | transience(request);
            made = link.rdma.register(link.endpoint, start, request.size, access);
            if (made == null) {
                return false;
            }
            request.exposure.add(link, made);
        }
        RgetEntry.write(at, peer.channel == null ? 0 : peer.number(link), link.rdma.handleSize());
        link.rdma.writeHandle(made, start, RgetEntry.handle(at));
        return true;
    }

    private static boolean readable(SendRequest request, BtlLink link, BtlLink only) {
        return (only == null || only == link)
                && link.attributes.has(BtlAttributes.FLAG_GET)
                && link.rdma.handleSize() <= Pools.HANDLE_BYTES
                && Sender.reaches(link, request);
    }

    private static int transience(SendRequest request) {
        return request.keeps ? 0 : Registration.TRANSIENT;
    }

    // Writing.

    /** The receiver has made a piece of its buffer ready to be written. */
    void onPut(long at, int length) {
        if (!(pml.cookies.find(PutHeader.sender(at)) instanceof SendRequest request)) {
            return;
        }
        PutOrder order = pml.pools.order();
        order.request = request;
        order.link = request.peer.endpoint.ownLink(PutHeader.link(at));
        order.offset = PutHeader.offset(at);
        order.size = PutHeader.size(at);
        order.remoteAddress = PutHeader.address(at);
        order.piece = PutHeader.piece(at);
        request.receiverCookie = PutHeader.receiver(at);
        request.transition(SendRequest.State.SENDING);
        if (order.link == null) {
            order.failure = Rc.LINK_FAILED;
        } else {
            Memory.copy(PutHeader.handle(at), order.handle, length - PutHeader.LENGTH);
        }
        request.add(order);
        boolean all = sendAhead(request, order.link);
        all &= write(request);
        if (!all && !request.queued && request.state == SendRequest.State.SENDING) {
            pml.enqueue(request.peer.endpoint, request);
        }
    }

    /**
     * Sends what goes as fragments ahead of the writes. It keeps the link busy while a piece is
     * being registered; and behind the writes it would hold up the FINs that follow it.
     */
    private boolean sendAhead(SendRequest request, BtlLink link) {
        // What fails in here ends the request no earlier than write() does.
        request.writing = true;
        return link == null || pml.sender.sendAhead(request, link.attributes.pipelineSendLength());
    }

    /**
     * Writes what is asked for; returns false when progress must try again. May end the request.
     */
    boolean write(SendRequest request) {
        boolean all = true;
        // Orders that end meanwhile must not end the request under this loop.
        request.writing = true;
        PutOrder order = request.orders;
        while (order != null) {
            PutOrder next = order.nextOrder;
            all &= write(order) != Rc.NO_RESOURCE;
            order = next;
        }
        request.writing = false;
        request.endIfOver();
        return all;
    }

    private int write(PutOrder order) {
        int rc = Rc.OK;
        order.inFlight++;
        while (rc == Rc.OK && order.failure == Rc.OK && order.next < order.size) {
            rc = writeSome(order);
        }
        order.inFlight--;
        endIfOver(order);
        return rc;
    }

    /**
     * Starts one write; OK means look again, NO_RESOURCE poll, NOT_AVAILABLE a write ends first.
     */
    private int writeSome(PutOrder order) {
        BtlLink link = order.link;
        if (!order.request.peer.endpoint.uses(link)) {
            order.failure = Rc.LINK_FAILED;
            return Rc.OK;
        }
        long length = Math.min(order.size - order.next, link.rdma.maxRdmaSize());
        length = Math.min(length, order.limit);
        if (keepsSegments(order.request)) {
            length = Math.min(length, segmentEnd(order) - address(order));
        }
        PutOrder.Write write = pml.pools.write(this);
        write.order = order;
        if (!register(order, write, length)) {
            pml.pools.give(write);
            return sparing(order, length);
        }
        long at = order.next;
        long local = address(order);
        order.next = at + length;
        order.inFlight++;
        int rc =
                link.rdma.put(
                        link.endpoint,
                        local,
                        write.registration != null ? write.registration : order.registration,
                        order.remoteAddress + at,
                        order.handle,
                        length,
                        write,
                        null);
        if (rc != Rc.OK) {
            order.inFlight--;
            order.next = at;
            free(write);
            order.failure = rc == Rc.NO_RESOURCE ? Rc.OK : rc;
        }
        return rc == Rc.NO_RESOURCE ? rc : Rc.OK;
    }

    /** Makes sure that a registration covers a write; returns false when none can be had. */
    private boolean register(PutOrder order, PutOrder.Write write, long length) {
        if (!order.link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
            return true;
        }
        boolean segments = keepsSegments(order.request);
        if (order.registration == null && !order.refused) {
            if (segments) {
                write.registration = registerSegment(order);
            } else {
                order.registration = registerAll(order);
            }
            order.refused = order.registration == null && write.registration == null;
        }
        if (order.registration == null && write.registration == null) {
            write.registration = register(order, address(order), length);
        }
        return order.registration != null || write.registration != null;
    }

    private static Registration register(PutOrder order, long from, long length) {
        BtlLink link = order.link;
        return link.rdma.register(link.endpoint, from, length, transience(order.request));
    }

    /**
     * Whether registrations are kept segment by segment. A segment ends where its address is a
     * multiple of the fragment size, on each side for itself: the pieces that the receiver asks for
     * begin and end elsewhere, and would overlap if each were rounded.
     */
    private static boolean keepsSegments(SendRequest request) {
        return request.keeps && request.protocol.pipelined();
    }

    /** Returns where the next byte to write is. */
    private static long address(PutOrder order) {
        return Sender.startOf(order.request) + order.offset + order.next;
    }

    private static long segmentEnd(PutOrder order) {
        long segment = order.link.attributes.pipelineFragmentSize();
        return (Math.floorDiv(address(order), segment) + 1) * segment;
    }

    private static Registration registerSegment(PutOrder order) {
        SendRequest request = order.request;
        long end = segmentEnd(order);
        long start = Sender.startOf(request);
        long from = Math.max(start, end - order.link.attributes.pipelineFragmentSize());
        return register(order, from, Math.min(start + request.size, end) - from);
    }

    /** Registers the piece, or where that is worth keeping the whole buffer. */
    private static Registration registerAll(PutOrder order) {
        SendRequest request = order.request;
        long start = Sender.startOf(request);
        return request.keeps
                ? register(order, start, request.size)
                : register(order, start + order.offset, order.size);
    }

    /** No registration of this length can be had: a smaller one, or one later, or none. */
    private int sparing(PutOrder order, long length) {
        long smaller = Sender.smaller(length);
        if (smaller > 0) {
            order.limit = smaller;
            return Rc.OK;
        }
        // One use of the count is the loop's own.
        if (order.inFlight > 1) {
            return Rc.NOT_AVAILABLE;
        }
        if (order.retries++ < retriesLimit) {
            return Rc.NO_RESOURCE;
        }
        order.failure = Rc.NO_RESOURCE;
        return Rc.OK;
    }

    private void free(PutOrder.Write write) {
        if (write.registration != null) {
            write.order.link.rdma.deregister(write.registration);
            write.registration = null;
        }
        pml.pools.give(write);
    }

    /** A write is over. */
    void onWritten(PutOrder.Write write, int rc) {
        PutOrder order = write.order;
        SendRequest request = order.request;
        free(write);
        order.inFlight--;
        if (rc != Rc.OK) {
            order.failure = rc;
        }
        if (request.writing) {
            endIfOver(order);
        } else if (!write(request) && !request.queued) {
            pml.enqueue(request.peer.endpoint, request);
        }
    }

    /** Writes nothing more of a request that fails. */
    void giveUp(SendRequest request, int rc) {
        PutOrder order = request.orders;
        while (order != null) {
            PutOrder next = order.nextOrder;
            order.failure = rc;
            endIfOver(order);
            order = next;
        }
    }

    /** Answers an order that is over: the receiver waits for exactly one answer to each. */
    private void endIfOver(PutOrder order) {
        if (!order.over()) {
            return;
        }
        SendRequest request = order.request;
        boolean done = order.failure == Rc.OK;
        if (done) {
            request.remaining -= order.size;
            counters.rdmaWritten += order.size;
        }
        FinHeader.write(header, order.piece, done ? order.size : order.failure);
        pml.sendControl(request.peer.endpoint, PacketType.FIN, header, FinHeader.LENGTH);
        if (order.registration != null) {
            // The receiver need not wait for this.
            order.link.rdma.deregister(order.registration);
        }
        request.remove(order);
        pml.pools.give(order);
    }
}
