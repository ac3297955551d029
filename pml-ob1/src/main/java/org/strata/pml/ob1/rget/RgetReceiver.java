package org.strata.pml.ob1.rget;

import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.opal.time.Clock;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.protocol.ReadOrCopy;
import org.strata.pml.ob1.rdma.PieceEngine;
import org.strata.pml.ob1.request.Lane;
import org.strata.pml.ob1.request.Piece;
import org.strata.pml.ob1.request.PieceMover;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.wire.ControlPackets;
import org.strata.pml.ob1.wire.Ob1Endpoint;

/**
 * RGET, the receiver's half: reads the data that the sender offers, then sends FIN; or leaves them
 * to fragments where those are faster. Tier 2.
 */
public final class RgetReceiver implements PieceMover {
    private final PieceEngine pieces;
    private final ControlPackets control;
    private final Ob1Counters counters;
    private final Clock clock;

    /**
     * @param pieces moves the data
     * @param control sends FIN
     * @param clock measures reads and fragments where either may be faster
     */
    public RgetReceiver(
            PieceEngine pieces, ControlPackets control, Ob1Counters counters, Clock clock) {
        this.pieces = pieces;
        this.control = control;
        this.counters = counters;
        this.clock = clock;
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
        Lane lane = transfer.lane(0);
        long remote = transfer.remoteAddress;
        return lane.link.rdma.fragmentsMayWin(
                lane.link.endpoint, remote, lane.handle, request.expected);
    }

    /** Reads within this call, or returns false: the caller then asks for fragments. */
    private boolean beginTheFaster(RecvRequest request, RdmaTransfer transfer) {
        Ob1Endpoint endpoint = request.endpoint;
        if (endpoint.readOrCopy == null) {
            endpoint.readOrCopy = new ReadOrCopy();
        }
        ReadOrCopy paces = endpoint.readOrCopy;
        // Kept here: the read may complete and recycle the request.
        long size = request.expected;
        long start = clock.nanoTime();
        if (paces.reads(size)) {
            boolean begun = pieces.begin(request, transfer, 0);
            paces.read(size, clock.nanoTime() - start);
            return begun;
        }
        counters.readsDeclined++;
        paces.copyBegins(start);
        request.timed = true;
        pieces.drop(transfer);
        return false;
    }

    /** A message that was left to fragments has ended. */
    public void copied(RecvRequest request) {
        request.timed = false;
        request.endpoint.readOrCopy.copyEnds(request.expected, clock.nanoTime());
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
