package org.strata.osc.rdma;

import org.strata.mca.base.Section;

/**
 * The parameters of {@code mca.osc.rdma}; {@code reference.conf} documents each.
 *
 * @param priority among the components of the framework
 * @param copyBytes bytes of a block, and the longest operation that is copied though its memory
 *     could be registered
 * @param copies blocks of a window
 * @param atomics whether 8-byte integers are accumulated by atomics of adapters
 */
record RdmaOscConfig(int priority, int copyBytes, int copies, boolean atomics) {
    static RdmaOscConfig from(Section section) {
        return new RdmaOscConfig(
                section.integer("priority"),
                // Blocks lie one after another: each begins at a cache line.
                (int) section.size("copy-limit") & -64,
                section.integer("copies"),
                section.bool("atomics"));
    }
}
