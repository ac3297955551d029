package org.strata.pml.ob1;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.rcache.Registration;

/** One link's part in moving one message by RDMA. */
final class Lane {
    /** Where the sender's handle is kept, {@link Pools#HANDLE_BYTES} (reads only). */
    final long handle;

    /** Its place among its transfer's lanes. */
    final int index;

    BtlLink link;

    /** The sender's number of the link. */
    int number;

    /** The whole buffer's registration, or null when each piece has its own. */
    Registration registration;

    /** The whole buffer could not be registered. */
    boolean refused;

    /** The link moves no more of this message. */
    boolean dead;

    /** Bytes it should still carry by its weight. */
    long share;

    Lane(int index, long handle) {
        this.index = index;
        this.handle = handle;
    }

    void reset(BtlLink newLink, int newNumber) {
        link = newLink;
        number = newNumber;
        registration = null;
        refused = false;
        dead = false;
        share = 0;
    }
}
