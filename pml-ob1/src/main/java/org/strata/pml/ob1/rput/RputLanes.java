package org.strata.pml.ob1.rput;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.pml.ob1.header.PutHeader;
import org.strata.pml.ob1.rdma.RdmaMemory;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.wire.HeaderMemory;
import org.strata.pml.ob1.wire.Ob1Endpoint;
import org.strata.pml.ob1.wire.ReliableChannel;

/** Chooses the links over which a sender is to write. */
final class RputLanes {
    private RputLanes() {}

    /**
     * Adds a lane for each link that the peer has used and can write over.
     *
     * @param carrier the link that brought the first packet: the one there is without a channel
     * @param most lanes at most
     */
    static void add(RecvRequest request, RdmaTransfer transfer, BtlLink carrier, int most) {
        Ob1Endpoint endpoint = request.endpoint;
        int known = endpoint.channel() == null ? 0 : endpoint.knownLinks();
        int first = known == 0 ? 0 : 1 + Math.floorMod(endpoint.nextRdma++, known);
        for (int i = 0; i < Math.max(known, 1) && transfer.lanes() < most; i++) {
            int number = known == 0 ? 0 : 1 + (first - 1 + i) % known;
            BtlLink link = endpoint.peerLink(number, carrier);
            if (link != null && usable(request, link)) {
                transfer.addLane().reset(link, number);
            }
        }
    }

    private static boolean usable(RecvRequest request, BtlLink link) {
        int handle = RdmaMemory.handleSize(link);
        return link.attributes.has(BtlAttributes.FLAG_PUT)
                && handle <= HeaderMemory.HANDLE_BYTES
                && PutHeader.LENGTH + handle <= ReliableChannel.room(link)
                && RdmaMemory.reaches(link, request.buf, request.expected);
    }

    /**
     * Returns the first byte that a pipeline writes: those before it come as fragments while the
     * first pieces are being registered.
     */
    static long pipelineOffset(RecvRequest request, RdmaTransfer transfer) {
        long fill = 0;
        for (int i = 0; i < transfer.lanes(); i++) {
            fill = Math.max(fill, transfer.lane(i).link.attributes.pipelineSendLength());
        }
        return Math.min(request.expected, request.received + fill);
    }
}
