package org.strata.pml.ob1.rdma;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.rcache.Registration;
import org.strata.pml.ob1.request.Lane;
import org.strata.pml.ob1.request.Piece;
import org.strata.pml.ob1.request.RdmaTransfer;
import org.strata.pml.ob1.request.RecvRequest;

/**
 * Lengths and registrations of the pieces of a receive. A transfer that moves whole buffers and
 * keeps their registrations registers the buffer once per link; any other registers each piece, and
 * one that keeps them rounds the piece to segments so that the next message finds them again.
 */
final class PieceRegistration {
    private PieceRegistration() {}

    /** Returns the length of the next piece for a lane. */
    static long pieceLength(RecvRequest request, Lane lane) {
        RdmaTransfer transfer = request.transfer;
        long segment = lane.link.attributes.pipelineFragmentSize();
        long room = Math.min(transfer.todo.to() - transfer.todo.from(), transfer.pieceLimit);
        if (transfer.whole) {
            // A link that has moved its share moves those of links that failed.
            room = lane.share > 0 ? Math.min(room, lane.share) : room;
        } else {
            room = Math.min(room, segment);
        }
        if (transfer.reads) {
            room = Math.min(room, lane.link.rdma.maxRdmaSize());
        }
        if (transfer.aligned) {
            long address = request.buf.start() + transfer.todo.from();
            room = RdmaMemory.aligned(address, room, segment);
        }
        return room;
    }

    /**
     * Registers a piece unless a registration covers it; returns false when the memory cannot be
     * registered.
     */
    static boolean register(Piece piece) {
        Lane lane = piece.lane;
        if (!lane.link.attributes.has(BtlAttributes.FLAG_NEEDS_REGISTRATION)
                || lane.registration != null) {
            return true;
        }
        RdmaTransfer transfer = piece.request.transfer;
        if (transfer.whole && transfer.keeps && !lane.refused) {
            registerBuffer(piece.request, lane);
        }
        if (lane.registration == null) {
            registerPiece(piece);
        }
        return lane.registration != null || piece.registration != null;
    }

    private static void registerBuffer(RecvRequest request, Lane lane) {
        lane.registration =
                lane.link.rdma.register(
                        lane.link.endpoint,
                        request.buf.start(),
                        request.expected,
                        access(request.transfer),
                        request.buf.owner());
        lane.refused = lane.registration == null;
    }

    private static void registerPiece(Piece piece) {
        RecvRequest request = piece.request;
        BtlLink link = piece.lane.link;
        long start = request.buf.start();
        long from = start + piece.offset;
        long to = from + piece.length;
        if (request.transfer.aligned) {
            long segment = link.attributes.pipelineFragmentSize();
            from = Math.max(start, Math.floorDiv(from, segment) * segment);
            to = Math.min(start + request.expected, Math.ceilDiv(to, segment) * segment);
        }
        piece.registration =
                link.rdma.register(
                        link.endpoint,
                        from,
                        to - from,
                        access(request.transfer),
                        request.buf.owner());
    }

    private static int access(RdmaTransfer transfer) {
        return Registration.LOCAL_WRITE
                | (transfer.reads ? 0 : Registration.REMOTE_WRITE)
                | (transfer.keeps ? 0 : Registration.TRANSIENT);
    }

    /** Deregisters a piece, where it has a registration of its own. */
    static void release(Piece piece) {
        if (piece.registration != null) {
            piece.lane.link.rdma.deregister(piece.registration);
        }
    }

    /** Deregisters the whole buffer on every lane of a transfer. */
    static void release(RdmaTransfer transfer) {
        for (int i = 0; i < transfer.lanes(); i++) {
            Lane lane = transfer.lane(i);
            if (lane.registration != null) {
                lane.link.rdma.deregister(lane.registration);
            }
            lane.link = null;
        }
    }
}
