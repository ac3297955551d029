package org.strata.rcache;

import org.strata.mca.base.Section;

/**
 * Parameters of the cache; {@code reference.conf} documents them.
 *
 * @param maxIdleBytes bytes that idle registrations may pin
 * @param maxIdleCount idle registrations kept
 * @param maxIdleTime milliseconds that a registration is kept unused
 * @param sweepInterval milliseconds between sweeps; 0 for none
 * @param reuseBytes bytes that operations of a range move before it is worth a registration
 * @param registerPool whether the files of MPI's own buffers are registered whole
 * @param printStats whether statistics are printed when the cache closes
 */
public record GrdmaConfig(
        long maxIdleBytes,
        int maxIdleCount,
        int maxIdleTime,
        int sweepInterval,
        long reuseBytes,
        boolean registerPool,
        boolean printStats) {
    /** Reads the section {@code mca.rcache.grdma}. */
    public static GrdmaConfig from(Section section) {
        return new GrdmaConfig(
                section.size("max-idle-bytes"),
                section.integer("max-idle-count"),
                section.integer("max-idle-time"),
                section.integer("sweep-interval"),
                section.size("reuse-bytes"),
                section.bool("register-pool"),
                section.bool("print-stats"));
    }
}
