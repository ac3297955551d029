package org.strata.osc.rdma;

import org.strata.mca.bml.BtlLink;
import org.strata.mca.rcache.Registration;

import java.lang.foreign.Arena;
import java.util.List;

/**
 * The members of a window.
 *
 * @param peers by rank
 * @param exposures registrations of this member's memory, one for each link that needs it
 * @param lockBlocks for the locks' cells; null where locks go by messages
 * @param words for previous values of words; null where all accumulates go by messages
 * @param arena memory of the peers' handles, and of this member's control memory
 */
record RdmaMembers(
        RdmaPeer[] peers,
        List<Exposure> exposures,
        CopyBlocks lockBlocks,
        WordCells words,
        Arena arena) {
    /** A registration, and the link that made it. */
    record Exposure(BtlLink link, Registration registration) {
        void end() {
            link.rdma.deregister(registration);
        }
    }

    /**
     * Cells of 8 bytes.
     *
     * @param registration null where none is needed
     */
    record WordCells(CopyBlocks blocks, Registration registration) {}

    /** Releases everything; no member uses the window any more. */
    void close() {
        exposures.forEach(Exposure::end);
        if (lockBlocks != null) {
            lockBlocks.close();
        }
        if (words != null) {
            words.blocks().close();
        }
        arena.close();
    }
}
