package org.strata.pml.ob1.request;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.rcache.Registration;

/** One of the links that move a message by RDMA, and its share of the message. */
public final class Lane {
    /** Address of the sender's handle (reads only). */
    public final long handle;

    /** Its index among the transfer's lanes. */
    public final int index;

    /** The link. */
    public BtlLink link;

    /** The sender's number of the link. */
    public int number;

    /** The whole buffer's registration, or null when each piece has its own. */
    public Registration registration;

    /** The whole buffer could not be registered. */
    public boolean refused;

    /** The link has failed, or cannot move this memory: it moves no more of this message. */
    public boolean dead;

    /** Bytes of its share that it has not moved yet. */
    public long share;

    Lane(int index, long handle) {
        this.index = index;
        this.handle = handle;
    }

    /** Assigns the lane to a link. */
    public void reset(BtlLink newLink, int newNumber) {
        link = newLink;
        number = newNumber;
        registration = null;
        refused = false;
        dead = false;
        share = 0;
    }
}
