package org.strata.btl.openib.queue;

import org.strata.mca.btl.BtlEndpoint;

/** What the end of a lane sees of its peer. */
interface LanePeer {
    /** Returns the peer. */
    BtlEndpoint endpoint();

    /** Returns the number of the peer's link. */
    int remoteLink();

    /** Returns whether nothing of the peer may land now. */
    boolean isHalted();

    /** Ends the link to the peer: nothing lands any more, and sends end. */
    void lose(String reason);
}
