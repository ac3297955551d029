package org.strata.bml.r2;

import org.strata.mca.base.Section;

/**
 * Parameters of r2; {@code reference.conf} documents them.
 *
 * @param priority selection priority among BMLs
 */
public record R2Config(int priority) {
    /** Reads the section {@code mca.bml.r2}. */
    public static R2Config from(Section section) {
        return new R2Config(section.integer("priority"));
    }
}
