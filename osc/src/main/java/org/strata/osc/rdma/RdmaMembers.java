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
 * @param handles memory of the peers' handles
 */
record RdmaMembers(RdmaPeer[] peers, List<Exposure> exposures, Arena handles) {
    /** A registration, and the link that made it. */
    record Exposure(BtlLink link, Registration registration) {
        void end() {
            link.rdma.deregister(registration);
        }
    }

    /** Releases everything; no member uses the window any more. */
    void close() {
        exposures.forEach(Exposure::end);
        handles.close();
    }
}
