package org.strata.btl.shm;

import org.strata.mca.btl.Descriptor;

/** A piece of this rank's segment that holds one message, which the receiver reads in place. */
final class Fragment extends Descriptor {
    /** Where it lies in the segment. */
    final long place;

    /** The next of those under way to the same receiver. */
    Fragment next;

    /** While under way: whether the FIFO or the fast box carries it, and its cell there. */
    boolean inFifo;

    long cell;

    Fragment(long address, long place) {
        this.address = address;
        this.place = place;
    }
}
