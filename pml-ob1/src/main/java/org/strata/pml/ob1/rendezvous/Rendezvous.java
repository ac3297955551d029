package org.strata.pml.ob1.rendezvous;

import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.pml.base.CookieTable;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.eager.FirstPacket;
import org.strata.pml.ob1.header.AckHeader;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.wire.ControlPackets;
import org.strata.pml.ob1.wire.Ob1Endpoint;
import org.strata.pml.ob1.wire.ReliableChannel;

/**
 * The rendezvous: an RNDV packet with the first bytes, the receiver's ACK when it has matched, then
 * fragments. The other protocols for long messages begin as it does, and use its ACK for bytes that
 * RDMA cannot move. Tier 2.
 */
public final class Rendezvous {
    private final FirstPacket packets;
    private final Fragments fragments;
    private final CookieTable cookies;
    private final ControlPackets control;
    private final Ob1Counters counters;

    /**
     * @param packets sends the first packet
     * @param fragments moves the rest
     * @param cookies finds the sends that ACKs name
     * @param control sends the ACKs
     */
    public Rendezvous(
            FirstPacket packets,
            Fragments fragments,
            CookieTable cookies,
            ControlPackets control,
            Ob1Counters counters) {
        this.packets = packets;
        this.fragments = fragments;
        this.cookies = cookies;
        this.control = control;
        this.counters = counters;
    }

    // The sender's half.

    /**
     * Sends the RNDV packet.
     *
     * @param flags of {@link RendezvousHeader}
     * @param part packed bytes that go with it
     */
    public int start(SendRequest request, BtlLink link, int flags, long part) {
        request.remaining = request.size - part;
        // Before the call, so that the state is right whenever the answer arrives.
        request.transition(SendRequest.State.AWAITING_ACK);
        int rc = packets.sendRendezvous(request, link, flags, part);
        if (rc == Rc.OK) {
            counters.copiedOut += part;
        } else {
            request.transition(SendRequest.State.STARTING);
        }
        return rc;
    }

    /** Returns how many bytes of a message go with its RNDV packet. */
    public static long firstPart(SendRequest request, BtlLink link) {
        Ob1Endpoint endpoint = request.endpoint;
        if (endpoint.held) {
            return 0;
        }
        int limit = link.attributes.rendezvousEagerLimit();
        int packet = Math.min(limit, link.attributes.maxSendSize());
        long room = (long) packet - RendezvousHeader.LENGTH;
        ReliableChannel channel = endpoint.channel();
        if (channel != null) {
            room = Math.min(room, channel.room(RendezvousHeader.LENGTH));
        }
        return Math.clamp(request.size, 0, Math.max(room, 0));
    }

    /** Handles an ACK: the receiver asks for bytes as fragments. */
    public void onAck(long at) {
        if (cookies.find(AckHeader.sender(at)) instanceof SendRequest request) {
            request.registered.drop();
            request.receiverCookie = AckHeader.receiver(at);
            if ((AckHeader.flags(at) & AckHeader.FLAG_REST) != 0) {
                request.remaining = AckHeader.end(at) - AckHeader.offset(at);
            }
            request.asked.add(AckHeader.offset(at), AckHeader.end(at));
            request.transition(SendRequest.State.SENDING);
            fragments.begin(request);
        }
    }

    // The receiver's half.

    /** Copies the fields that every first packet of a long message has to the request. */
    public void match(RecvRequest request, Ob1Endpoint endpoint, long at) {
        long size = RendezvousHeader.messageLength(at);
        request.expected = Math.min(size, request.capacity);
        request.received = 0;
        request.endpoint = endpoint;
        request.senderCookie = RendezvousHeader.sender(at);
        request.error = size > request.capacity ? Rc.TRUNCATED : Rc.OK;
        request.messageBytes = size;
    }

    /** Stores the bytes that came with an RNDV packet; returns how many were sent. */
    public long storeFirst(RecvRequest request, long at, int length) {
        long sent = (long) length - RendezvousHeader.LENGTH;
        long part = Math.min(sent, request.expected);
        fragments.store(request, at + RendezvousHeader.LENGTH, 0, part);
        request.received = part;
        return sent;
    }

    /** Asks for a part of the message as fragments. */
    public void ask(RecvRequest request, long from, long to) {
        sendAck(request, 0, from, to, cookies.cookie(request));
    }

    /**
     * Asks for all that is missing as fragments; completes the receive when nothing is.
     *
     * @param from first byte that the sender has not sent
     */
    public void askForRest(RecvRequest request, long from, long to) {
        if (request.received >= request.expected) {
            sendAck(request, AckHeader.FLAG_REST, from, from, 0);
            request.complete(request.error);
        } else {
            request.transition(RecvRequest.State.RECEIVING);
            sendAck(request, AckHeader.FLAG_REST, from, to, cookies.cookie(request));
        }
    }

    private void sendAck(RecvRequest request, int flags, long offset, long end, long cookie) {
        control.ack(request.endpoint, flags, request.senderCookie, cookie, offset, end);
    }
}
