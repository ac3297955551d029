package org.strata.pml.ob1.request;

import org.strata.opal.Rc;
import org.strata.pml.ob1.wire.HeaderMemory;

import java.util.Arrays;

/**
 * RDMA into the buffer of one receive: its lanes, the bytes still to move, and the pieces under
 * way. Pooled; tier 2.
 */
public final class RdmaTransfer {
    private final HeaderMemory headers;

    /** Moves its pieces. */
    public PieceMover mover;

    /** Whether this side reads; otherwise the sender writes. */
    public boolean reads;

    /** Whether the sender is ordered to write every other piece of what this side reads. */
    public boolean shared;

    /** Whether the last piece of a shared transfer was ordered. */
    public boolean orderedLast;

    /** Whether registrations are kept for the next message. */
    public boolean keeps;

    /** One piece per link, unless registrations run short; otherwise a pipeline of fragments. */
    public boolean whole;

    /** Pieces of a pipeline end where the address is a multiple of the fragment size. */
    public boolean aligned;

    /** Address of the data at the sender (reads only). */
    public long remoteAddress;

    /** Longest piece; shrinks when registrations run short. */
    public long pieceLimit;

    /** Pieces under way at once. */
    public int depth;

    /** Polls in which no memory could be registered. */
    public int retries;

    /** Inside the loop that starts pieces: a piece that ends meanwhile starts no other. */
    public boolean scheduling;

    /**
     * Code with which the request ends as soon as no piece is under way; OK unless it has failed.
     */
    public int failure;

    /** The bytes for which no piece has been started. */
    public final ByteRanges todo = new ByteRanges();

    RdmaTransfer nextFree;
    private Lane[] lanes = new Lane[0];
    private int laneCount;
    private Piece[] pieces = new Piece[8];
    private int outstanding;

    RdmaTransfer(HeaderMemory headers) {
        this.headers = headers;
    }

    void reset() {
        laneCount = 0;
        outstanding = 0;
        retries = 0;
        scheduling = false;
        failure = Rc.OK;
        shared = false;
        orderedLast = false;
        whole = false;
        aligned = false;
        pieceLimit = Long.MAX_VALUE;
        depth = Integer.MAX_VALUE;
        todo.clear();
    }

    /** Returns the number of lanes. */
    public int lanes() {
        return laneCount;
    }

    /** Returns a lane. */
    public Lane lane(int index) {
        return lanes[index];
    }

    /** Appends a lane and returns it, for the caller to fill in. */
    public Lane addLane() {
        if (laneCount == lanes.length) {
            lanes = Arrays.copyOf(lanes, laneCount + 1);
            lanes[laneCount] = new Lane(laneCount, headers.allocateHandle());
        }
        return lanes[laneCount++];
    }

    /** Returns the number of pieces under way. */
    public int outstanding() {
        return outstanding;
    }

    /** Returns the number of pieces that this side is reading. */
    public int reading() {
        int count = 0;
        for (int i = 0; i < outstanding; i++) {
            count += reads && !pieces[i].ordered ? 1 : 0;
        }
        return count;
    }

    /** Returns a piece under way. */
    public Piece piece(int index) {
        return pieces[index];
    }

    /** Adds a piece that is being moved. */
    public void add(Piece piece) {
        if (outstanding == pieces.length) {
            pieces = Arrays.copyOf(pieces, outstanding * 2);
        }
        piece.index = outstanding;
        pieces[outstanding++] = piece;
    }

    /** Removes a piece that has ended. */
    public void remove(Piece piece) {
        Piece last = pieces[--outstanding];
        pieces[piece.index] = last;
        last.index = piece.index;
        pieces[outstanding] = null;
    }

    /**
     * Returns the working lane that is furthest behind its share, or null.
     *
     * @param tried bit mask of the indices of lanes to leave out
     */
    public Lane pick(long tried) {
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
