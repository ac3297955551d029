package org.strata.pml.copy;

import org.strata.mca.base.Section;

/**
 * Parameters of the PML; {@code reference.conf} documents them.
 *
 * @param priority selection priority among PMLs
 * @param unexpectedMax bytes of unexpected packets kept per peer before it must hold back
 */
public record CopyConfig(int priority, long unexpectedMax) {
    /** Reads the section {@code mca.pml.copy}. */
    static CopyConfig from(Section section) {
        return new CopyConfig(section.integer("priority"), section.size("unexpected-max"));
    }

    /** Returns the defaults, for tests. */
    static CopyConfig defaults() {
        return new CopyConfig(0, 16 << 20);
    }
}
