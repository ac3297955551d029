package org.strata.btl.shm;

import org.strata.mca.btl.Btl;
import org.strata.opal.Rc;

/**
 * The ways of a message to its receiver: the cells of a fast box, a cell of the receiver's FIFO, or
 * a fragment that one of these points at. Also the fragments that receivers have not yet consumed.
 * Tier 1.
 *
 * <p>Use: {@link #claim}, write the message there, {@link #publish}; one message at a time.
 */
final class Outgoing {
    private final NodePeers peers;
    private final FragmentPool fragments;
    private final OwnBoxes boxes;
    private final int boxMessageMax;

    /** The claimed place: a fragment, or a cell of the FIFO or of the fast box. */
    private Fragment fragment;

    private long cell;
    private boolean inBox;

    /** Fragments that receivers have not consumed. */
    private int outstanding;

    /**
     * @param boxes the fast boxes that this rank may set up
     * @param boxCells cells of each
     */
    Outgoing(NodePeers peers, FragmentPool fragments, OwnBoxes boxes, int boxCells) {
        this.peers = peers;
        this.fragments = fragments;
        this.boxes = boxes;
        this.boxMessageMax = boxMessageMax(boxCells);
    }

    /** A quarter of a box, so that one message never stops a stream of them. */
    private static int boxMessageMax(int cells) {
        int quarter = (cells << Cell.SHIFT) / 4;
        int least = Math.min(Cell.INLINE_MAX, BoxWriter.longest(cells));
        int most = Math.min(Cell.DETAIL_MAX, BoxWriter.longest(cells));
        return Math.clamp(quarter, least, most);
    }

    /**
     * Returns how many bytes of a message's payload share the first line with its header. They and
     * the header are best written last: the receiver polls that line, and moves it to its own core
     * as often as it is written.
     */
    static int inFirstLine(int headerLength, int length) {
        return Math.max(0, Math.min(length, Cell.INLINE_MAX - headerLength));
    }

    /** Returns whether messages of so many bytes go through a fast box where there is one. */
    boolean fitsBox(int length) {
        return length <= boxMessageMax;
    }

    /**
     * Returns where a message of so many bytes is to be written, or 0 when there is no room now.
     */
    long claim(ShmEndpoint peer, int length) {
        inBox = peer.box != null || boxes.setUp(peer);
        if (length > (inBox ? boxMessageMax : Cell.INLINE_MAX)) {
            fragment = fragments.acquire();
            return fragment == null ? 0 : fragment.address;
        }
        fragment = null;
        cell = inBox ? peer.box.claim(length) : peer.fifo.claim();
        return cell == 0 ? 0 : cell + Cell.BODY;
    }

    /** Makes the message visible that was written to the claimed place; returns as a send does. */
    int publish(ShmEndpoint peer, int tag, int length) {
        if (fragment != null) {
            fragment.length = length;
            return publishFragment(peer, tag);
        }
        if (inBox) {
            peer.box.publish(cell, tag, length);
        } else {
            peer.fifo.publish(cell, tag, length, Cell.MESSAGE);
        }
        peer.ringIfAsleep();
        return Rc.OK;
    }

    private int publishFragment(ShmEndpoint peer, int tag) {
        int rc = post(peer, fragment, tag);
        if (rc != Rc.OK) {
            fragments.recycle(fragment);
        }
        return rc;
    }

    private int post(ShmEndpoint peer, Fragment filled, int tag) {
        int rc = peer.post(filled, tag);
        if (rc == Rc.OK) {
            outstanding++;
        }
        return rc;
    }

    /** Returns a fragment, or null when all are under way. */
    Fragment acquireFragment() {
        return fragments.acquire();
    }

    void recycle(Fragment spare) {
        fragments.recycle(spare);
    }

    /** Sends the message of a fragment; on OK the fragment is under way. */
    int send(ShmEndpoint peer, Fragment filled, int tag) {
        if (peer.box == null) {
            boxes.setUp(peer);
        }
        return post(peer, filled, tag);
    }

    /** Completes the fragments that their receivers have consumed; returns how many. */
    int complete(Btl btl) {
        return outstanding > 0 ? completeConsumed(btl) : 0;
    }

    private int completeConsumed(Btl btl) {
        int events = 0;
        for (ShmEndpoint peer : peers.endpoints()) {
            Fragment done;
            while (peer != null && (done = peer.pollDone()) != null) {
                outstanding--;
                events++;
                complete(btl, done);
            }
        }
        return events;
    }

    /** A fragment without callback contains a message that was copied into it here. */
    private void complete(Btl btl, Fragment done) {
        if (done.callback == null) {
            fragments.recycle(done);
        } else {
            done.callback.onComplete(btl, done, Rc.OK);
        }
    }
}
