package org.strata.pml.ob1.rput;

import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.pml.base.CookieTable;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.header.RendezvousHeader;
import org.strata.pml.ob1.rdma.PieceEngine;
import org.strata.pml.ob1.request.Piece;
import org.strata.pml.ob1.request.PieceMover;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.wire.ControlPackets;

/**
 * RPUT and the pipelines, the receiver's half: registers pieces of its buffer, orders the sender by
 * PUT to write them, and waits for a FIN of each. The whole buffer at once (RPUT), or a pipeline of
 * fragments behind bytes that come by copy while the first are being registered. Tier 2.
 */
public final class RputReceiver implements PieceMover {
    private final PieceEngine pieces;
    private final CookieTable cookies;
    private final ControlPackets control;
    private final Ob1Counters counters;
    private final int depth;
    private final int maxLanes;

    /**
     * @param pieces divides the buffer
     * @param cookies name the pieces
     * @param control sends PUT
     * @param depth pieces of a pipeline under way at once, from 1
     * @param maxLanes links that move one message by RDMA at once, from 1
     */
    public RputReceiver(
            PieceEngine pieces,
            CookieTable cookies,
            ControlPackets control,
            Ob1Counters counters,
            int depth,
            int maxLanes) {
        this.pieces = pieces;
        this.cookies = cookies;
        this.control = control;
        this.counters = counters;
        this.depth = depth;
        this.maxLanes = maxLanes;
    }

    /**
     * Starts the transfer of a message whose RNDV packet brought the first bytes.
     *
     * @param carrier the link that brought the packet
     * @param at address of the packet
     * @return false when the sender cannot write to this buffer
     */
    public boolean begin(RecvRequest request, BtlLink carrier, long at) {
        int flags = RendezvousHeader.flags(at);
        if ((flags & RendezvousHeader.FLAG_CONTIGUOUS) == 0 || !PieceEngine.eligible(request)) {
            return false;
        }
        RdmaTransfer transfer = pieces.transfer(this);
        transfer.reads = false;
        transfer.keeps = (flags & RendezvousHeader.FLAG_KEEP) != 0;
        transfer.whole = (flags & RendezvousHeader.FLAG_WHOLE) != 0;
        RputLanes.add(request, transfer, carrier, maxLanes);
        if (transfer.whole) {
            return pieces.begin(request, transfer, request.received);
        }
        transfer.depth = depth;
        transfer.aligned = transfer.keeps;
        return pieces.begin(request, transfer, RputLanes.pipelineOffset(request, transfer));
    }

    /** Sends the PUT of a piece. */
    @Override
    public int start(Piece piece) {
        RecvRequest request = piece.request;
        BtlLink link = piece.lane.link;
        long address = piece.address();
        long receive = cookies.cookie(request);
        control.beginPut(piece.lane.number, request.senderCookie, receive, cookies.cookie(piece));
        link.rdma.writeHandle(piece.coveringRegistration(), address, control.putHandle());
        int handleLength = link.rdma.handleSize();
        control.put(request.endpoint, piece.offset, address, piece.length, handleLength);
        counters.putsAsked++;
        return Rc.OK;
    }

    /** A FIN ends each piece, and the last one the receive: see {@link #onFin}. */
    @Override
    public void endIfOver(RecvRequest request) {}

    /** Asks for a piece as fragments for which the sender has no registration. */
    @Override
    public void onFin(Piece piece, long size) {
        RecvRequest request = piece.request;
        if (size == Rc.NO_RESOURCE) {
            pieces.copy(piece);
        } else {
            pieces.finish(piece, size < 0 ? (int) size : Rc.OK);
        }
        if (request.received >= request.expected) {
            request.complete(request.error);
        } else {
            pieces.advance(request);
        }
    }
}
