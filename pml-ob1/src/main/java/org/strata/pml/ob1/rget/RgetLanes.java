package org.strata.pml.ob1.rget;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.rcache.Registration;
import org.strata.opal.memory.Memory;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.header.RgetEntry;
import org.strata.pml.ob1.rdma.RdmaMemory;
import org.strata.pml.ob1.request.Lane;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.wire.HeaderMemory;

/** Reads the entries of an RGET packet: over which links this side can read. */
final class RgetLanes {
    private RgetLanes() {}

    /**
     * Fills in a transfer from a packet.
     *
     * @param carrier the link that brought the packet
     * @param at address of the packet
     */
    static void read(RecvRequest request, RdmaTransfer transfer, BtlLink carrier, long at) {
        transfer.reads = true;
        transfer.whole = true;
        int flags = RendezvousHeader.flags(at);
        boolean ifWorth = (flags & RendezvousHeader.FLAG_IF_WORTH) != 0;
        transfer.keeps = (flags & RendezvousHeader.FLAG_KEEP) != 0;
        transfer.remoteAddress = RendezvousHeader.address(at);
        long entry = RendezvousHeader.entries(at);
        while (entry != 0) {
            readEntry(request, transfer, carrier, entry, ifWorth);
            entry = RgetEntry.next(entry);
        }
    }

    private static void readEntry(
            RecvRequest request,
            RdmaTransfer transfer,
            BtlLink carrier,
            long entry,
            boolean ifWorth) {
        int number = RgetEntry.link(entry);
        int handleLength = RgetEntry.handleLength(entry);
        BtlLink link = request.endpoint.peerLink(number, carrier);
        if (link == null || !usable(request, link, handleLength)) {
            return;
        }
        Registration registration = null;
        if (ifWorth && link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)) {
            registration = registerIfWorth(request, link);
            if (registration == null) {
                return;
            }
        }
        Lane lane = transfer.addLane();
        lane.reset(link, number);
        lane.registration = registration;
        Memory.copy(RgetEntry.handle(entry), lane.handle, handleLength);
    }

    private static Registration registerIfWorth(RecvRequest request, BtlLink link) {
        int access = Registration.LOCAL_WRITE | Registration.IF_WORTH;
        Object owner = request.buf.owner();
        return link.rdma.register(
                link.endpoint, request.buf.start(), request.expected, access, owner);
    }

    private static boolean usable(RecvRequest request, BtlLink link, int handleLength) {
        return RdmaMemory.handleSize(link) == handleLength
                && handleLength <= HeaderMemory.HANDLE_BYTES
                && link.attributes.has(BtlAttributes.FLAG_GET)
                && RdmaMemory.reaches(link, request.buf, request.expected);
    }
}
