package org.strata.pml.ob1.rget;

import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.pml.base.CookieTable;
import org.strata.pml.ob1.eager.FirstPacket;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.wire.ControlSender;
import org.strata.pml.ob1.wire.HeaderMemory;
import org.strata.pml.ob1.wire.ReliableChannel;

/**
 * RGET, the sender's half: the first packet names the memory that the receiver may read over one or
 * more links. The receiver may order parts to be written by PUT, which {@link
 * org.strata.pml.ob1.rput.RputSender} does; it answers with FIN when all data have been read or
 * written, or with an ACK for fragments. Tier 2.
 */
public final class RgetSender {
    private final CookieTable cookies;
    private final long header;
    private final RgetOffer offer;

    /**
     * @param cookies name the sends that the receiver will answer
     * @param headers memory of headers under construction
     * @param maxLinks links that move one message by RDMA at once, from 1
     */
    public RgetSender(CookieTable cookies, HeaderMemory headers, int maxLinks) {
        this.cookies = cookies;
        this.header = headers.allocate();
        this.offer = new RgetOffer(header, maxLinks);
    }

    /**
     * Registers the data and sends the RGET packet.
     *
     * @param carrier the link for the packet where the peer has only one
     * @return NOT_AVAILABLE when the data cannot be registered for any link now
     */
    public int offer(SendRequest request, BtlLink carrier) {
        int length = offer.write(request, carrier);
        if (length == 0) {
            return Rc.NOT_AVAILABLE;
        }
        request.transition(SendRequest.State.AWAITING_ACK);
        // The receiver may order parts to be written: FIN ends the send, not the last write.
        request.remaining = Long.MAX_VALUE;
        int flags =
                RendezvousHeader.FLAG_CONTIGUOUS
                        | (request.keeps ? RendezvousHeader.FLAG_KEEP : 0)
                        | (request.ifWorth && isShort(request)
                                ? RendezvousHeader.FLAG_IF_WORTH
                                : 0);
        FirstPacket.writeMatch(header, request);
        RendezvousHeader.write(header, flags, request.size, cookies.cookie(request));
        RendezvousHeader.writeAddress(header, request.buf.start());
        ReliableChannel channel = request.endpoint.channel();
        int rc =
                channel != null
                        ? channel.send(PacketType.RGET, header, length, null, 0, 0)
                        : ControlSender.send(carrier, PacketType.RGET, header, length);
        if (rc != Rc.OK) {
            request.transition(SendRequest.State.STARTING);
            request.registered.drop();
        }
        return rc;
    }

    /** Returns whether a message is too short to register memory for it alone. */
    private static boolean isShort(SendRequest request) {
        return request.size <= request.endpoint.path.minPipelineSize();
    }

    /**
     * Registers the data of a send for links where they are registered already, or are worth it;
     * returns whether there is such a link.
     */
    public boolean registerIfWorth(SendRequest request) {
        return RgetOffer.registerIfWorth(request);
    }

    /**
     * Handles the FIN of the receiver, which has all data or failed to read them; completes the
     * send.
     *
     * @param size bytes read and written, or a negative Rc code
     */
    public void onFin(SendRequest request, long size) {
        request.complete(size < 0 ? (int) size : Rc.OK);
    }
}
