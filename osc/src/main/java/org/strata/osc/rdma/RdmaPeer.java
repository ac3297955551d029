package org.strata.osc.rdma;

import org.strata.mca.bml.BtlLink;
import org.strata.opal.Rc;
import org.strata.osc.base.FixedMemory;

/** One member as the target of operations. */
final class RdmaPeer {
    final int rank;

    /** Leads to the member; null for this member itself, whose memory is copied. */
    final BtlLink link;

    /** What operations may access, by the member's own addresses. */
    final FixedMemory memory;

    /** Address of the handle by which the link reaches the memory. */
    final long handle;

    /** Reads and writes that are not over. */
    int underWay;

    /** How the first operation failed since the last synchronisation. */
    private int failure = Rc.OK;

    RdmaPeer(int rank, BtlLink link, FixedMemory memory, long handle) {
        this.rank = rank;
        this.link = link;
        this.memory = memory;
        this.handle = handle;
    }

    void fail(int rc) {
        failure = failure == Rc.OK ? rc : failure;
    }

    int takeFailure() {
        int taken = failure;
        failure = Rc.OK;
        return taken;
    }
}
