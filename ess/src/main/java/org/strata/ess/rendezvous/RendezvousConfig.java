package org.strata.ess.rendezvous;

import org.strata.mca.base.Section;

/**
 * Parameters of the environment of ranks that meet at an address.
 *
 * @param timeout seconds in which all ranks must have come
 * @param joinTimeout milliseconds for connecting to rank 0's control server and the handshake
 */
public record RendezvousConfig(int timeout, int joinTimeout) {
    /** Reads the record. */
    public static RendezvousConfig from(Section section) {
        return new RendezvousConfig(section.integer("timeout"), section.integer("join-timeout"));
    }
}
