package org.strata.osc.rdma;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.btl.AtomicBtl;
import org.strata.opal.Rc;
import org.strata.osc.base.FixedMemory;

/** One member as the target of operations. */
final class RdmaPeer {
    final int rank;

    /** Leads to the member; null for this member itself, whose memory is copied. */
    final BtlLink link;

    /** What operations may access, by the member's own addresses. */
    final FixedMemory memory;

    /** Address of the handle by which the link, or this member's adapter, reaches the memory. */
    final long handle;

    /** The member's {@link LockCells}, by its own address, and the address of their handle. */
    final long control;

    final long controlHandle;

    /** The link that changes the memory atomically; null where messages do. */
    final AtomicBtl atomics;

    /** Reads, writes and atomics that are not over. */
    int underWay;

    /** Accumulates have gone by message since the last wait for them. */
    boolean accumulatedByMessage;

    /** How the wait for these has failed, before a word. */
    int orderFailure = Rc.OK;

    /** How the first operation failed since the last synchronisation. */
    private int failure = Rc.OK;

    RdmaPeer(
            int rank,
            BtlLink link,
            FixedMemory memory,
            long handle,
            long control,
            long controlHandle,
            AtomicBtl atomics) {
        this.rank = rank;
        this.link = link;
        this.memory = memory;
        this.handle = handle;
        this.control = control;
        this.controlHandle = controlHandle;
        this.atomics = atomics;
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
