package org.strata.pml.ob1;

import org.strata.opal.Rc;

import java.util.Arrays;

/**
 * What moves by RDMA into the buffer of one receive: over which links, what is still to move, and
 * the pieces under way. Pooled; tier 2.
 */
final class RdmaTransfer {
    private final Pools pools;

    /** This side reads; otherwise it asks the sender to write. */
    boolean reads;

    /** Registrations are kept for the next message. */
    boolean keeps;

    /** One piece per link, unless registrations run short; otherwise a pipeline of fragments. */
    boolean whole;

    /** Pieces of a pipeline end where the address is a multiple of the fragment size. */
    boolean aligned;

    /** Where the data are at the sender (reads only). */
    long remoteAddress;

    /** Longest piece; shrinks when registrations run short. */
    long pieceLimit;

    /** Pieces under way at once. */
    int depth;

    /** Polls in which no registration could be had. */
    int retries;

    /** Inside the loop that starts pieces: who ends one meanwhile leaves the rest to it. */
    boolean scheduling;

    /** The request is to end with this code as soon as no piece is under way. */
    int failure;

    final Ranges todo = new Ranges();
    RdmaTransfer nextFree;
    private Lane[] lanes = new Lane[0];
    private int laneCount;
    private Piece[] pieces = new Piece[8];
    private int outstanding;

    RdmaTransfer(Pools pools) {
        this.pools = pools;
    }

    void reset() {
        laneCount = 0;
        outstanding = 0;
        retries = 0;
        scheduling = false;
        failure = Rc.OK;
        whole = false;
        aligned = false;
        pieceLimit = Long.MAX_VALUE;
        depth = Integer.MAX_VALUE;
        todo.clear();
    }

    /** Returns the number of lanes. */
    int lanes() {
        return laneCount;
    }

    Lane lane(int index) {
        return lanes[index];
    }

    /** Returns a lane to fill in, the last one from now on. */
    Lane addLane() {
        if (laneCount == lanes.length) {
            lanes = Arrays.copyOf(lanes, laneCount + 1);
            lanes[laneCount] = new Lane(laneCount, pools.handleMemory());
        }
        return lanes[laneCount++];
    }

    /** Returns the number of pieces under way. */
    int outstanding() {
        return outstanding;
    }

    /** Returns a piece under way. */
    Piece piece(int index) {
        return pieces[index];
    }

    void add(Piece piece) {
        if (outstanding == pieces.length) {
            pieces = Arrays.copyOf(pieces, outstanding * 2);
        }
        piece.index = outstanding;
        pieces[outstanding++] = piece;
    }

    void remove(Piece piece) {
        Piece last = pieces[--outstanding];
        pieces[piece.index] = last;
        last.index = piece.index;
        pieces[outstanding] = null;
    }

    /**
     * Returns the living lane that is furthest behind its share, or null.
     *
     * @param tried bit mask of the indices of lanes to leave out
     */
    Lane pick(long tried) {
        Lane best = null;
        for (int i = 0; i < laneCount; i++) {
            Lane lane = lanes[i];
            boolean open = !lane.dead && (tried >>> i & 1) == 0;
            if (open && (best == null || behind(lane, best))) {
                best = lane;
            }
        }
        return best;
    }

    private static boolean behind(Lane lane, Lane other) {
        return lane.share * other.link.weight > other.share * lane.link.weight;
    }
}
