package org.strata.pml.ob1.rget;

import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.pml.ob1.rdma.PieceEngine;
import org.strata.pml.ob1.request.Piece;
import org.strata.pml.ob1.request.PieceMover;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.wire.ControlPackets;

/** RGET, the receiver's half: reads the data that the sender offers, then sends FIN. Tier 2. */
public final class RgetReceiver implements PieceMover {
    private final PieceEngine pieces;
    private final ControlPackets control;

    /**
     * @param pieces moves the data
     * @param control sends FIN
     */
    public RgetReceiver(PieceEngine pieces, ControlPackets control) {
        this.pieces = pieces;
        this.control = control;
    }

    /**
     * Starts to read the message of an RGET packet.
     *
     * @param carrier the link that brought the packet
     * @param at address of the packet
     * @return false when this side cannot read it
     */
    public boolean begin(RecvRequest request, BtlLink carrier, long at) {
        if (!PieceEngine.eligible(request)) {
            return false;
        }
        RdmaTransfer transfer = pieces.transfer(this);
        RgetLanes.read(request, transfer, carrier, at);
        return pieces.begin(request, transfer, 0);
    }

    @Override
    public int start(Piece piece) {
        BtlLink link = piece.lane.link;
        return link.rdma.get(
                link.endpoint,
                piece.address(),
                piece.coveringRegistration(),
                piece.request.transfer.remoteAddress + piece.offset,
                piece.lane.handle,
                piece.length,
                piece);
    }

    @Override
    public void endIfOver(RecvRequest request) {
        RdmaTransfer transfer = request.transfer;
        if (transfer.outstanding() > 0) {
            return;
        }
        if (transfer.failure != Rc.OK) {
            request.complete(transfer.failure);
        } else if (transfer.todo.isEmpty()) {
            control.fin(request.endpoint, request.senderCookie, request.received);
            request.complete(request.error);
        } else if (transfer.pick(0) == null) {
            pieces.askForRest(request);
        }
    }
}
