package org.strata.pml.ob1;

import org.strata.mca.base.Section;

/**
 * Parameters of ob1; {@code reference.conf} documents them.
 *
 * @param priority selection priority among PMLs
 * @param sendPipelineDepth fragments of one message under way at once
 * @param unexpectedMax bytes of unexpected packets kept per peer before it is asked to hold back
 * @param showProtocols whether each peer's protocols are printed at first contact
 */
public record Ob1Config(
        int priority, int sendPipelineDepth, long unexpectedMax, boolean showProtocols) {
    /** Reads the section {@code mca.pml.ob1}. */
    public static Ob1Config from(Section section) {
        return new Ob1Config(
                section.integer("priority"),
                section.integer("send-pipeline-depth"),
                section.size("unexpected-max"),
                section.bool("show-protocols"));
    }

    /** Returns the defaults, for tests. */
    public static Ob1Config defaults() {
        return new Ob1Config(20, 4, 16 << 20, false);
    }
}
