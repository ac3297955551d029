package org.strata.io.posix;

import org.strata.mca.base.Section;

/**
 * The parameters of {@code mca.io.posix}; {@code reference.conf} documents each.
 *
 * @param priority among the components of the framework
 * @param cbNodes ranks that access the file in collective accesses; 0: one per host
 * @param cbBufferSize bytes that such a rank transfers at a time
 * @param readBufferSize bytes of a read from which short runs are picked
 */
public record PosixIoConfig(int priority, int cbNodes, long cbBufferSize, long readBufferSize) {
    /** Reads the parameters. */
    public static PosixIoConfig from(Section section) {
        return new PosixIoConfig(
                section.integer("priority"),
                section.integer("cb-nodes"),
                section.size("cb-buffer-size"),
                section.size("ind-rd-buffer-size"));
    }
}
