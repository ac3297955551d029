package org.strata.btl.trace;

import org.strata.mca.base.Section;

import java.util.List;

/**
 * The parameters of {@code mca.btl.trace}; {@code reference.conf} documents each.
 *
 * @param wrap names of components to wrap
 * @param file where lines go, with placeholders; empty for standard error
 * @param jfr whether events are recorded instead of lines
 */
public record TraceConfig(List<String> wrap, String file, boolean jfr) {
    /** Copies the list. */
    public TraceConfig {
        wrap = List.copyOf(wrap);
    }

    /** Reads the section {@code mca.btl.trace}. */
    public static TraceConfig from(Section section) {
        return new TraceConfig(
                section.list("wrap"), section.text("file"), section.text("output").equals("jfr"));
    }
}
