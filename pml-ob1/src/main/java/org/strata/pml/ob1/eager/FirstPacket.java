package org.strata.pml.ob1.eager;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.Descriptor;
import org.strata.opal.Rc;
import org.strata.pml.base.CookieTable;
import org.strata.pml.base.match.MatchHeader;
import org.strata.pml.ob1.header.PacketType;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.wire.ControlSender;
import org.strata.pml.ob1.wire.HeaderMemory;
import org.strata.pml.ob1.wire.ReliableChannel;

/**
 * Sends the first packet of a message, which matching reads: a header, and packed data behind it.
 */
public final class FirstPacket {
    private final CookieTable cookies;
    private final long header;

    /**
     * @param cookies name the requests that the receiver will answer
     * @param headers memory of headers under construction
     */
    public FirstPacket(CookieTable cookies, HeaderMemory headers) {
        this.cookies = cookies;
        this.header = headers.allocate();
    }

    /** Sends a MATCH packet with the whole message. */
    int sendMatch(SendRequest request, BtlLink link) {
        return send(request, link, PacketType.MATCH, 0, MatchHeader.LENGTH, request.size);
    }

    /**
     * Sends an RNDV packet with the first bytes of the message.
     *
     * @param flags of {@link RendezvousHeader}
     * @param part packed bytes that go with it
     */
    public int sendRendezvous(SendRequest request, BtlLink link, int flags, long part) {
        return send(request, link, PacketType.RNDV, flags, RendezvousHeader.LENGTH, part);
    }

    private int send(
            SendRequest request, BtlLink link, int type, int flags, int headerLength, long part) {
        ReliableChannel channel = request.endpoint.channel();
        if (channel != null) {
            write(header, request, type, flags);
            return channel.send(type, header, headerLength, request.buf, 0, part);
        }
        Descriptor descriptor = link.btl.alloc(link.endpoint, headerLength + (int) part);
        if (descriptor == null) {
            return Rc.NO_RESOURCE;
        }
        long at = descriptor.address;
        write(at, request, type, flags);
        request.buf.pack(0, at + headerLength, part);
        int tag = PacketType.btlTag(type);
        return ControlSender.send(link, descriptor, tag, headerLength, (int) part);
    }

    private void write(long at, SendRequest request, int type, int flags) {
        writeMatch(at, request);
        if (type == PacketType.RNDV) {
            RendezvousHeader.write(at, flags, request.size, cookies.cookie(request));
        }
    }

    /** Writes the match header of a request's first packet. */
    public static void writeMatch(long at, SendRequest request) {
        MatchHeader.write(at, request.comm().identity(), request.wantedTag, request.sequence);
    }
}
