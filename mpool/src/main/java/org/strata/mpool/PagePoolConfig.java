package org.strata.mpool;

import org.strata.mca.base.Section;

/**
 * Parameters of a pool of pages; {@code reference.conf} documents them.
 *
 * @param minSize shortest allocation; other pools serve shorter ones
 * @param maxSize bytes of all allocations together
 */
public record PagePoolConfig(long minSize, long maxSize) {
    /** Reads the section {@code mca.mpool.page} or {@code mca.mpool.huge}. */
    public static PagePoolConfig from(Section section) {
        return new PagePoolConfig(section.size("min-size"), section.size("max-size"));
    }
}
