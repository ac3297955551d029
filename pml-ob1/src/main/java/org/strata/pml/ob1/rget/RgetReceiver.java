package org.strata.pml.ob1.rget;

import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.pml.ob1.protocol.ReadOrCopy;
import org.strata.pml.ob1.rdma.PieceEngine;
import org.strata.pml.ob1.request.Piece;
import org.strata.pml.ob1.request.PieceMover;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.wire.ControlPackets;

/**
 * RGET, the receiver's half: reads the data that the sender offers, then sends FIN; or leaves them
 * to fragments where those are faster. Tier 2.
 */
public final class RgetReceiver implements PieceMover {
    private final PieceEngine pieces;
    private final ControlPackets control;
    private final MeasuredReads measured;

    /**
     * @param pieces moves the data
     * @param control sends FIN
     * @param measured chooses between reads and fragments where either may be faster
     */
    public RgetReceiver(PieceEngine pieces, ControlPackets control, MeasuredReads measured) {
        this.pieces = pieces;
        this.control = control;
        this.measured = measured;
    }

    /**
     * Starts to read the message of an RGET packet.
     *
     * @param carrier the link that brought the packet
     * @param at address of the packet
     * @return false when this side cannot read it, or when fragments are faster
     */
    public boolean begin(RecvRequest request, BtlLink carrier, long at) {
        if (!PieceEngine.eligible(request)) {
            return false;
        }
        RdmaTransfer transfer = pieces.transfer(this);
        RgetLanes.read(request, transfer, carrier, at);
        return fragmentsMayWin(request, transfer)
                ? beginTheFaster(request, transfer)
                : pieces.begin(request, transfer, 0);
    }

    private static boolean fragmentsMayWin(RecvRequest request, RdmaTransfer transfer) {
        if (transfer.lanes() != 1) {
            return false;
        }
        BtlLink link = transfer.lane(0).link;
        long handle = transfer.lane(0).handle;
        long remote = transfer.remoteAddress;
        return link.rdma.fragmentsMayWin(link.endpoint, remote, handle, request.expected);
    }

    /** Reads within this call, or returns false: the caller then asks for fragments. */
    private boolean beginTheFaster(RecvRequest request, RdmaTransfer transfer) {
        if (!measured.reads(request)) {
            pieces.drop(transfer);
            return false;
        }
        // Kept here: the read may complete and recycle the request.
        ReadOrCopy paces = request.endpoint.readOrCopy;
        long size = request.expected;
        boolean begun = pieces.begin(request, transfer, 0);
        measured.read(paces, size);
        return begun;
    }

    /** A message that was left to fragments has ended. */
    public void copied(RecvRequest request) {
        measured.copied(request);
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
