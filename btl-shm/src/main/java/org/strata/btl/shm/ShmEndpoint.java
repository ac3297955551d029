package org.strata.btl.shm;

import org.strata.mca.proc.Proc;
import org.strata.opal.Rc;
import org.strata.opal.memory.Memory;
import org.strata.opal.progress.Doorbell;
import org.strata.opal.sys.Membarrier;

/**
 * A peer on the same node: its segment, and how messages get there. Tier 1.
 *
 * <p>Messages go through the peer's FIFO until this rank sets up a fast box. The announcement of
 * the box is the last cell that it puts into the FIFO, so that messages keep their order.
 */
final class ShmEndpoint extends WakeableEndpoint {
    final ShmAddress card;
    final ShmSegment segment;
    final FifoWriter fifo;

    /** The fast box to the peer; null until it is set up. */
    BoxWriter box;

    /** The fast box from the peer; null while its messages come through this rank's FIFO. */
    BoxReader incoming;

    /** Messages sent while there was no box. */
    int sendsWithoutBox;

    /** Whether the peer polls a box for this rank; null before this rank has tried to claim one. */
    Boolean boxGranted;

    /** How this rank reads the peer's memory. */
    CopyWay copyWay = CopyWay.UNKNOWN;

    private Fragment oldest;
    private Fragment newest;

    /**
     * @param segment the peer's segment
     * @param fifo the writer's view of the FIFO in it
     * @param doorbell rings the peer
     */
    ShmEndpoint(
            Proc peer, ShmAddress card, ShmSegment segment, FifoWriter fifo, Doorbell doorbell) {
        super(
                peer,
                segment.address() + SegmentLayout.SLEEP_WORD,
                doorbell,
                segment.ownerFences() && Membarrier.join());
        this.card = card;
        this.segment = segment;
        this.fifo = fifo;
    }

    /** Sends the message in a fragment, which is outstanding from then on. */
    int post(Fragment fragment, int tag) {
        long cell = box != null ? box.claim() : fifo.claim();
        if (cell == 0) {
            return Rc.NO_RESOURCE;
        }
        Memory.putLong(cell + Cell.PLACE, fragment.place);
        Memory.putInt(cell + Cell.LENGTH, fragment.length);
        fragment.inFifo = box == null;
        if (box != null) {
            fragment.cell = box.position();
            box.publishFragment(cell, tag);
        } else {
            fragment.cell = fifo.claimed();
            fifo.publish(cell, tag, 0, Cell.FRAGMENT);
        }
        enqueue(fragment);
        ringIfAsleep();
        return Rc.OK;
    }

    private void enqueue(Fragment fragment) {
        fragment.next = null;
        if (oldest == null) {
            oldest = fragment;
        } else {
            newest.next = fragment;
        }
        newest = fragment;
    }

    /**
     * Removes and returns the oldest outstanding fragment if the peer has consumed it, else null.
     */
    Fragment pollDone() {
        Fragment fragment = oldest;
        if (fragment == null || !isDone(fragment)) {
            return null;
        }
        oldest = fragment.next;
        fragment.next = null;
        return fragment;
    }

    private boolean isDone(Fragment fragment) {
        return fragment.inFifo
                ? fifo.acquireConsumed() > fragment.cell
                : box.isConsumed((int) fragment.cell);
    }

    /** Returns whether the peer has consumed everything, or has closed its segment. */
    boolean flushed() {
        return (fifo.drained() && (box == null || box.drained())) || segment.closed();
    }
}
