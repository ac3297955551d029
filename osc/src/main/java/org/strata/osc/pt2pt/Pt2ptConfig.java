package org.strata.osc.pt2pt;

import org.strata.mca.base.Section;

/**
 * The parameters of {@code mca.osc.pt2pt}; {@code reference.conf} documents each.
 *
 * @param priority among the components of the framework
 * @param requestBytes longest request
 * @param requests receives posted for requests
 */
record Pt2ptConfig(int priority, int requestBytes, int requests) {
    static Pt2ptConfig from(Section section) {
        return new Pt2ptConfig(
                section.integer("priority"),
                // Blocks of memory lie one after another: each begins at a multiple of 8.
                (int) section.size("request-size") & -Long.BYTES,
                section.integer("requests"));
    }
}
