package org.strata.btl.shm;

import org.strata.mca.btl.Descriptor;

/**
 * A piece of this rank's segment that holds one message, which the receiver reads in place. Linked
 * in its pool while free, among its endpoint's outstanding ones while under way.
 */
final class Fragment extends Descriptor {
    /** Where it lies in the segment. */
    final long place;

    Fragment next;

    /** While under way: whether the FIFO or the fast box carries it, and its cell there. */
    boolean inFifo;

    long cell;

    Fragment(long address, long place) {
        this.address = address;
        this.place = place;
    }
}
