package org.strata.ess.pmi;

import org.strata.mca.base.Section;

/**
 * Parameters of the environment of ranks started by a launcher with PMI.
 *
 * @param joinTimeout milliseconds for connecting to rank 0 and the handshake
 */
public record PmiConfig(int joinTimeout) {
    /** Reads the record. */
    public static PmiConfig from(Section section) {
        return new PmiConfig(section.integer("join-timeout"));
    }
}
