package org.strata.btl.shm;

import org.strata.opal.memory.Memory;

/** The fast boxes that this rank sets up as a sender, in its own segment. */
final class OwnBoxes {
    private final SegmentLayout layout;
    private final long segment;
    private final int threshold;
    private final int first;
    private int used;

    /**
     * @param segment address of this rank's segment
     * @param threshold messages to a peer before a box is set up for it
     * @param first number of a box's first slot
     */
    OwnBoxes(SegmentLayout layout, long segment, int threshold, int first) {
        this.layout = layout;
        this.segment = segment;
        this.threshold = threshold;
        this.first = first;
    }

    /**
     * Sets up a box to a peer once enough messages were sent without one; returns whether the peer
     * has one now. The announcement goes through the FIFO, behind what was sent so far.
     */
    boolean setUp(ShmEndpoint peer) {
        if (peer.sendsWithoutBox < threshold) {
            peer.sendsWithoutBox++;
            return false;
        }
        if (peer.boxGranted == null) {
            peer.boxGranted = used < layout.boxes() && peer.segment.claimBox();
        }
        return peer.boxGranted && announce(peer);
    }

    private boolean announce(ShmEndpoint peer) {
        if (used == layout.boxes()) {
            peer.boxGranted = false;
            return false;
        }
        long cell = peer.fifo.claim();
        if (cell == 0) {
            return false;
        }
        long place = layout.box(used++);
        Memory.putLong(cell + Cell.PLACE, place);
        Memory.putInt(cell + Cell.BOX_CELLS, layout.boxCells());
        Memory.putInt(cell + Cell.BOX_FIRST, first);
        Memory.putInt(segment + place + BoxLayout.CONSUMED, first);
        peer.fifo.publish(cell, 0, 0, Cell.SET_UP);
        peer.box = new BoxWriter(segment + place, layout.boxCells(), first);
        return true;
    }
}
