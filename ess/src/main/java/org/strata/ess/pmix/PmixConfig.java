package org.strata.ess.pmix;

import org.strata.mca.base.Section;

/**
 * Parameters of the environment of ranks started by a launcher with PMIx.
 *
 * @param joinTimeout milliseconds for connecting to rank 0 and the handshake
 */
public record PmixConfig(int joinTimeout) {
    /** Reads the record. */
    public static PmixConfig from(Section section) {
        return new PmixConfig(section.integer("join-timeout"));
    }
}
