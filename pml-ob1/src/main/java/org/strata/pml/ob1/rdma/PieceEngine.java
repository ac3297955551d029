package org.strata.pml.ob1.rdma;

import org.strata.opal.Rc;
import org.strata.pml.base.CookieTable;
import org.strata.pml.ob1.counters.Ob1Counters;
import org.strata.pml.ob1.rendezvous.Rendezvous;
import org.strata.pml.ob1.request.Lane;
import org.strata.pml.ob1.request.Piece;
import org.strata.pml.ob1.request.PieceMover;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;
import org.strata.pml.ob1.request.RequestPools;
import org.strata.pml.ob1.wire.RetryQueues;

/**
 * Moves a message by RDMA into the buffer of its receive, piece by piece: chooses the link of each
 * piece. A piece that one link cannot move is tried over the others; this side asks for what no
 * link can move as fragments. Tier 2.
 */
public final class PieceEngine implements Piece.Sink {
    private final RequestPools pools;
    private final CookieTable cookies;
    private final RetryQueues queues;
    private final Rendezvous rendezvous;
    private final Ob1Counters counters;
    private final int retriesLimit;

    /**
     * @param pools free transfers and pieces
     * @param cookies name receives and pieces
     * @param queues where receives wait for a resource
     * @param rendezvous asks for what RDMA cannot move
     * @param retriesLimit polls without a registration before a piece's bytes are sent by copy
     */
    public PieceEngine(
            RequestPools pools,
            CookieTable cookies,
            RetryQueues queues,
            Rendezvous rendezvous,
            Ob1Counters counters,
            int retriesLimit) {
        this.pools = pools;
        this.cookies = cookies;
        this.queues = queues;
        this.rendezvous = rendezvous;
        this.counters = counters;
        this.retriesLimit = retriesLimit;
    }

    /** Returns whether RDMA can write to the whole buffer of a matched receive. */
    public static boolean eligible(RecvRequest request) {
        return request.buf.base() == null
                && request.error == Rc.OK
                && request.expected > 0
                && request.buf.contiguous();
    }

    /** Returns a free transfer; the caller adds lanes and calls {@link #begin}. */
    public RdmaTransfer transfer(PieceMover mover) {
        RdmaTransfer transfer = pools.transfer();
        transfer.mover = mover;
        return transfer;
    }

    /**
     * Begins a transfer.
     *
     * @param offset first byte that moves by RDMA; what lies before it is asked for as fragments
     * @return false when no lane can move anything: nothing has begun
     */
    public boolean begin(RecvRequest request, RdmaTransfer transfer, long offset) {
        if (transfer.lanes() == 0 || offset >= request.expected) {
            drop(transfer);
            return false;
        }
        share(transfer, request.expected - offset);
        transfer.todo.add(offset, request.expected);
        request.transfer = transfer;
        request.transition(RecvRequest.State.MOVING);
        // The cookie makes the receive visible to PeerLoss.
        cookies.cookie(request);
        if (request.received < offset) {
            rendezvous.ask(request, request.received, offset);
        }
        advance(request);
        return true;
    }

    /** Frees a transfer that is not begun, and has no registration. */
    public void drop(RdmaTransfer transfer) {
        pools.free(transfer);
    }

    /** Divides the bytes among the lanes by weight; a small share goes over the first lane. */
    private static void share(RdmaTransfer transfer, long bytes) {
        double total = 0;
        for (int i = 0; i < transfer.lanes(); i++) {
            total += transfer.lane(i).link.weight;
        }
        long left = bytes;
        for (int i = 1; i < transfer.lanes(); i++) {
            Lane lane = transfer.lane(i);
            long share = total > 0 ? (long) (bytes * (lane.link.weight / total)) : 0;
            lane.share = share > lane.link.attributes.eagerLimit() ? Math.min(share, left) : 0;
            left -= lane.share;
        }
        transfer.lane(0).share = left;
    }

    /** Starts pieces; queues the receive for another try when a resource is missing. */
    public void advance(RecvRequest request) {
        if (!schedule(request)) {
            queues.enqueue(request.endpoint, request);
        }
    }

    /**
     * Starts pieces up to the transfer's depth; returns false when a resource is missing. May
     * complete the request.
     */
    public boolean schedule(RecvRequest request) {
        RdmaTransfer transfer = request.transfer;
        if (transfer == null || transfer.scheduling) {
            return true;
        }
        int rc = Rc.OK;
        transfer.scheduling = true;
        while (rc == Rc.OK && !transfer.todo.isEmpty() && transfer.outstanding() < transfer.depth) {
            rc = startPiece(request, transfer);
        }
        transfer.scheduling = false;
        transfer.mover.endIfOver(request);
        return rc != Rc.NO_RESOURCE;
    }

    /**
     * Starts one piece over the first lane that accepts it.
     *
     * @return OK: there may be more to do; NO_RESOURCE: poll; NOT_AVAILABLE: a piece must end first
     */
    private int startPiece(RecvRequest request, RdmaTransfer transfer) {
        boolean full = false;
        boolean shortage = false;
        long tried = 0;
        Lane lane = transfer.pick(tried);
        while (lane != null) {
            int rc = start(request, transfer, lane);
            if (rc == Rc.OK) {
                return rc;
            }
            full |= rc == Rc.NO_RESOURCE;
            shortage |= rc == Rc.NO_MEMORY;
            lane.dead |= rc != Rc.NO_RESOURCE && rc != Rc.NO_MEMORY;
            tried |= 1L << lane.index;
            lane = transfer.pick(tried);
        }
        if (full) {
            return Rc.NO_RESOURCE;
        }
        return shortage ? startSmaller(request, transfer) : copyRest(request, transfer);
    }

    /**
     * No link can register a piece: tries a smaller one, then waits and tries again, then asks for
     * the rest as fragments.
     */
    private int startSmaller(RecvRequest request, RdmaTransfer transfer) {
        long smaller = RdmaMemory.smaller(transfer.pieceLimit);
        if (smaller > 0) {
            transfer.pieceLimit = smaller;
            return Rc.OK;
        }
        if (transfer.outstanding() > 0) {
            return Rc.NOT_AVAILABLE;
        }
        if (transfer.retries++ < retriesLimit) {
            return Rc.NO_RESOURCE;
        }
        return copyRest(request, transfer);
    }

    /**
     * Asks for what is left as fragments. A reader does so only when no piece is being read any
     * more: {@link PieceMover#endIfOver} finds no lane alive then.
     */
    private int copyRest(RecvRequest request, RdmaTransfer transfer) {
        for (int i = 0; i < transfer.lanes(); i++) {
            transfer.lane(i).dead = true;
        }
        while (!transfer.reads && !transfer.todo.isEmpty()) {
            copy(request, transfer.todo.from(), transfer.todo.to());
            transfer.todo.remove(transfer.todo.to() - transfer.todo.from());
        }
        return Rc.NOT_AVAILABLE;
    }

    private void copy(RecvRequest request, long from, long to) {
        counters.rdmaCopied += to - from;
        rendezvous.ask(request, from, to);
    }

    private int start(RecvRequest request, RdmaTransfer transfer, Lane lane) {
        if (!request.endpoint.uses(lane.link)) {
            return Rc.LINK_FAILED;
        }
        long offset = transfer.todo.from();
        long length = PieceRegistration.pieceLength(request, lane);
        Piece piece = pools.piece(this);
        piece.request = request;
        piece.lane = lane;
        piece.offset = offset;
        piece.length = length;
        piece.ordered = false;
        int rc = PieceRegistration.register(piece) ? Rc.OK : Rc.NO_MEMORY;
        if (rc == Rc.OK) {
            // Before the call, in which the read may complete.
            transfer.add(piece);
            transfer.todo.remove(length);
            lane.share -= length;
            rc = transfer.mover.start(piece);
            if (rc != Rc.OK) {
                lane.share += length;
                transfer.todo.add(offset, offset + length);
                transfer.remove(piece);
            }
        } else {
            transfer.pieceLimit = RdmaMemory.limit(transfer.pieceLimit, length);
        }
        if (rc != Rc.OK) {
            free(piece);
        }
        return rc;
    }

    private void free(Piece piece) {
        PieceRegistration.release(piece);
        cookies.revoke(piece);
        pools.free(piece);
    }

    /** The BTL has completed the read of a piece, or failed it. */
    @Override
    public void onRead(Piece piece, int rc) {
        RecvRequest request = piece.request;
        finish(piece, rc);
        if (!request.transfer.scheduling) {
            advance(request);
        }
    }

    /**
     * Ends a piece: counts its bytes as received, or after a failure returns its range to those to
     * be moved.
     */
    public void finish(Piece piece, int rc) {
        RecvRequest request = piece.request;
        RdmaTransfer transfer = request.transfer;
        transfer.remove(piece);
        if (rc == Rc.OK) {
            request.received += piece.length;
            counters.rdmaReceived += piece.length;
        } else if (transfer.failure == Rc.OK) {
            counters.rdmaFailed++;
            piece.lane.dead = true;
            transfer.todo.add(piece.offset, piece.offset + piece.length);
        }
        free(piece);
    }

    /** The sender has not moved a piece: its range is to be moved by the same lane. */
    public void takeBack(Piece piece) {
        RdmaTransfer transfer = piece.request.transfer;
        transfer.remove(piece);
        if (transfer.failure == Rc.OK) {
            transfer.todo.add(piece.offset, piece.offset + piece.length);
        }
        free(piece);
    }

    /** The sender cannot register its side of a piece: asks for the piece as fragments. */
    public void copy(Piece piece) {
        RecvRequest request = piece.request;
        copy(request, piece.offset, piece.offset + piece.length);
        request.transfer.remove(piece);
        free(piece);
    }

    /**
     * Asks for all that is missing as fragments; nothing is being moved. One range covers it: the
     * bytes between the missing parts may arrive twice, with the same values.
     */
    public void askForRest(RecvRequest request) {
        RdmaTransfer transfer = request.transfer;
        long from = transfer.todo.lowest();
        long to = transfer.todo.highest();
        counters.rdmaCopied += to - from;
        request.received = request.expected - (to - from);
        release(request);
        rendezvous.askForRest(request, from, to);
    }

    /** Releases the transfer and the registrations of a receive; no piece of it is being read. */
    public void release(RecvRequest request) {
        RdmaTransfer transfer = request.transfer;
        if (transfer == null) {
            return;
        }
        request.transfer = null;
        while (transfer.outstanding() > 0) {
            Piece piece = transfer.piece(0);
            transfer.remove(piece);
            free(piece);
        }
        PieceRegistration.release(transfer);
        pools.free(transfer);
        queues.dequeue(request.endpoint, request);
    }
}
