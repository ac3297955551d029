package org.strata.ess.engine;

import org.strata.mca.base.Section;

/**
 * Parameters of the environment of ranks that a program of an engine has started.
 *
 * @param joinTimeout milliseconds for connecting to rank 0 and the handshake
 */
public record EngineConfig(int joinTimeout) {
    /** Reads the record. */
    public static EngineConfig from(Section section) {
        return new EngineConfig(section.integer("join-timeout"));
    }
}
