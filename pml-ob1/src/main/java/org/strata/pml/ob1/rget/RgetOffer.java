package org.strata.pml.ob1.rget;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.rcache.Registration;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.header.RgetEntry;
import org.strata.pml.ob1.rdma.RdmaMemory;
import org.strata.pml.ob1.request.RegisteredData;
import org.strata.pml.ob1.request.SendRequest;
import org.strata.pml.ob1.wire.HeaderMemory;
import org.strata.pml.ob1.wire.Ob1Endpoint;

/** Writes the entries of an RGET packet: one per link over which the receiver can read. */
final class RgetOffer {
    private final long header;
    private final int maxLinks;

    /**
     * @param header address of the packet
     * @param maxLinks links that move one message by RDMA at once, from 1
     */
    RgetOffer(long header, int maxLinks) {
        this.header = header;
        this.maxLinks = maxLinks;
    }

    /**
     * Registers the data and writes an entry for each link, up to the limit of links and the
     * packet's room.
     *
     * @param carrier the link for the packet where the peer has only one
     * @return the bytes of the packet, 0 when no link can offer the data
     */
    int write(SendRequest request, BtlLink carrier) {
        Ob1Endpoint endpoint = request.endpoint;
        BtlLink only = endpoint.channel() == null ? carrier : null;
        BtlLink[] links = endpoint.bml.rdma;
        int first = links.length > maxLinks ? endpoint.nextRdma++ : 0;
        int room = (int) Math.min(HeaderMemory.HEADER_BYTES, room(endpoint, carrier));
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
            if (length + size <= room && writeEntry(request, link, at)) {
                if (last != 0) {
                    RgetEntry.writeMore(last);
                }
                last = at;
                length += size;
                entries++;
            }
        }
        return entries == 0 ? 0 : length;
    }

    /**
     * Registers the data for links where it is registered already, or is worth it; returns whether
     * there is such a link.
     */
    static boolean registerIfWorth(SendRequest request) {
        RegisteredData registered = request.registered;
        if (registered.isEmpty()) {
            for (BtlLink link : request.endpoint.bml.rdma) {
                if (link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)
                        && readable(request, link, null)) {
                    register(request, link, Registration.REMOTE_READ | Registration.IF_WORTH);
                }
            }
        }
        return !registered.isEmpty();
    }

    private static Registration register(SendRequest request, BtlLink link, int access) {
        long start = request.buf.start();
        Object owner = request.buf.owner();
        Registration made = link.rdma.register(link.endpoint, start, request.size, access, owner);
        if (made != null) {
            request.registered.add(link, made);
        }
        return made;
    }

    private static long room(Ob1Endpoint endpoint, BtlLink carrier) {
        return endpoint.channel() == null
                ? carrier.attributes.maxSendSize()
                : endpoint.channel().room(0);
    }

    private static boolean readable(SendRequest request, BtlLink link, BtlLink only) {
        return (only == null || only == link)
                && link.attributes.has(BtlAttributes.FLAG_GET)
                && RdmaMemory.handleSize(link) <= HeaderMemory.HANDLE_BYTES
                && RdmaMemory.reaches(link, request.buf, request.size);
    }

    private static boolean writeEntry(SendRequest request, BtlLink link, long at) {
        long start = request.buf.start();
        Registration made = null;
        if (link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
            made = request.registered.of(link);
            if (made == null && !request.ifWorth) {
                int transience = request.keeps ? 0 : Registration.TRANSIENT;
                made = register(request, link, Registration.REMOTE_READ | transience);
            }
            if (made == null) {
                return false;
            }
        }
        Ob1Endpoint endpoint = request.endpoint;
        int number = endpoint.channel() == null ? 0 : endpoint.number(link);
        RgetEntry.write(at, number, link.rdma.handleSize());
        link.rdma.writeHandle(made, start, RgetEntry.handle(at));
        return true;
    }
}
