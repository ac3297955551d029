package org.strata.mpool;

import org.strata.mca.base.Section;

/**
 * Parameters of the shared pool; {@code reference.conf} documents them.
 *
 * @param backingDirectory where its files are
 * @param segmentSize bytes of one file
 * @param maxSize bytes of all files together
 */
public record SharedPoolConfig(String backingDirectory, long segmentSize, long maxSize) {
    /** Reads the section {@code mca.mpool.shared}. */
    public static SharedPoolConfig from(Section section) {
        return new SharedPoolConfig(
                section.text("backing-directory"),
                section.size("segment-size"),
                section.size("max-size"));
    }
}
