package org.strata.pml.copy;

import org.strata.mca.base.Section;
import org.strata.pml.base.match.FlowLimits;

/**
 * Parameters of the PML; {@code reference.conf} documents them.
 *
 * @param priority selection priority among PMLs
 * @param unexpectedMax bytes of unexpected packets kept per peer at most
 */
public record CopyConfig(int priority, long unexpectedMax) {
    /** Bytes of unexpected packets from which a peer is asked to pause, unless this rank waits. */
    private static final long PAUSE = 1 << 20;

    /** Reads the section {@code mca.pml.copy}. */
    static CopyConfig from(Section section) {
        return new CopyConfig(section.integer("priority"), section.size("unexpected-max"));
    }

    /** Returns the defaults, for tests. */
    static CopyConfig defaults() {
        return new CopyConfig(0, 256 << 20);
    }

    /** Returns the bounds of unexpected packets. */
    FlowLimits flowLimits() {
        return FlowLimits.perSender(PAUSE, unexpectedMax);
    }
}
