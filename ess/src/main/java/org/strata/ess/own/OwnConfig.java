package org.strata.ess.own;

import org.strata.mca.base.Section;

/**
 * Parameters of the environment of ranks started by mpirun.
 *
 * @param joinTimeout milliseconds for connecting and the handshake
 */
public record OwnConfig(int joinTimeout) {
    /** Reads the record. */
    public static OwnConfig from(Section section) {
        return new OwnConfig(section.integer("join-timeout"));
    }
}
