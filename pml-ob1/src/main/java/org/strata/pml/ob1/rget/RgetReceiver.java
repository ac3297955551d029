package org.strata.pml.ob1.rget;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.opal.Rc;
import org.strata.opal.sys.Pages;
import org.strata.pml.ob1.protocol.ReadOrCopy;
import org.strata.pml.ob1.rdma.PieceEngine;
import org.strata.pml.ob1.rdma.RdmaMemory;
import org.strata.pml.ob1.request.Piece;
import org.strata.pml.ob1.request.PieceMover;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.wire.ControlPackets;

/**
 * RGET, the receiver's half: reads the data that the sender offers, then sends FIN; or leaves them
 * to fragments where those are faster, or half of them to the sender, whose processor waits
 * otherwise: it orders them by PUT. Tier 2.
 */
public final class RgetReceiver implements PieceMover {
    private final PieceEngine pieces;
    private final PieceMover orders;
    private final ControlPackets control;
    private final MeasuredReads measured;

    /**
     * @param pieces moves the data
     * @param orders orders a piece from the sender
     * @param control sends FIN
     * @param measured chooses the way where one or the other may be faster
     */
    public RgetReceiver(
            PieceEngine pieces, PieceMover orders, ControlPackets control, MeasuredReads measured) {
        this.pieces = pieces;
        this.orders = orders;
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

    /** Returns false when the caller is to ask for fragments. */
    private boolean beginTheFaster(RecvRequest request, RdmaTransfer transfer) {
        BtlLink link = transfer.lane(0).link;
        boolean shareable =
                !request.endpoint.writesNothing
                        && request.expected > 1
                        && link.attributes.has(BtlAttributes.FLAG_PUT)
                        && !link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION);
        return switch (measured.choose(request, shareable)) {
            case READ -> read(request, transfer);
            case SHARE -> share(request, transfer);
            case COPY -> {
                pieces.drop(transfer);
                yield false;
            }
        };
    }

    /** Orders the first half before this side reads the second one: both sides move bytes. */
    private boolean share(RecvRequest request, RdmaTransfer transfer) {
        transfer.shared = true;
        long start = request.buf.start();
        long middle = start + Math.ceilDiv(request.expected, 2);
        if (request.expected >= 2 * Pages.size()) {
            // The two halves meet where a page begins: no page is pinned by both sides.
            middle = Pages.ceil(middle);
        }
        transfer.pieceLimit = middle - start;
        return pieces.begin(request, transfer, 0);
    }

    private boolean read(RecvRequest request, RdmaTransfer transfer) {
        // Kept here: the read may complete and recycle the request.
        ReadOrCopy paces = request.endpoint.readOrCopy;
        long size = request.expected;
        boolean begun = pieces.begin(request, transfer, 0);
        measured.read(paces, size);
        return begun;
    }

    /** A message whose way was chosen, and was not to be read only, has ended. */
    public void ended(RecvRequest request) {
        measured.ended(request);
    }

    @Override
    public int start(Piece piece) {
        RdmaTransfer transfer = piece.request.transfer;
        if (transfer.shared && !transfer.orderedLast) {
            transfer.orderedLast = true;
            piece.ordered = true;
            return orders.start(piece);
        }
        int rc = read(piece, transfer);
        // A read that found no resource is tried again, by this side.
        transfer.orderedLast &= rc != Rc.OK;
        return rc;
    }

    private static int read(Piece piece, RdmaTransfer transfer) {
        return RdmaMemory.mustBeHeld(piece.lane.link, piece.request.buf)
                ? RdmaMemory.held(piece.request.buf, () -> get(piece, transfer))
                : get(piece, transfer);
    }

    private static int get(Piece piece, RdmaTransfer transfer) {
        BtlLink link = piece.lane.link;
        return link.rdma.get(
                link.endpoint,
                piece.address(),
                piece.coveringRegistration(),
                transfer.remoteAddress + piece.offset,
                piece.lane.handle,
                piece.length,
                piece);
    }

    /** The sender has written its half, or cannot: then this side reads that, too. */
    @Override
    public void onFin(Piece piece, long size) {
        RecvRequest request = piece.request;
        if (size < 0) {
            // Not tried again: the kernel may refuse writes, or this memory, where it permits
            // reads.
            request.endpoint.writesNothing = true;
            request.transfer.shared = false;
            pieces.takeBack(piece);
        } else {
            pieces.finish(piece, Rc.OK);
        }
        if (!request.transfer.scheduling) {
            pieces.advance(request);
        }
    }

    @Override
    public void endIfOver(RecvRequest request) {
        RdmaTransfer transfer = request.transfer;
        boolean failed = transfer.failure != Rc.OK;
        if (failed ? transfer.reading() > 0 : transfer.outstanding() > 0) {
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
