package org.strata.btl.fault;

import org.strata.mca.base.Section;

import java.util.List;

/**
 * The parameters of {@code mca.btl.fault}; {@code reference.conf} documents each. Rates are shares
 * from 0 to 1.
 *
 * @param wrap names of components to wrap
 * @param seed start of all random numbers; 0 for another one in every job
 * @param noResource rate of calls that find no resource
 * @param partial rate of descriptors that contain only part of the data
 * @param delay rate of operations that are delayed
 * @param delayMaxNanos longest delay
 * @param linkDeath rate of operations at which their link dies
 * @param linkDeathAfter operations on a link after which it dies; 0 for never
 */
public record FaultConfig(
        List<String> wrap,
        int seed,
        double noResource,
        double partial,
        double delay,
        long delayMaxNanos,
        double linkDeath,
        int linkDeathAfter) {
    /** Copies the list. */
    public FaultConfig {
        wrap = List.copyOf(wrap);
    }

    /** Reads the section {@code mca.btl.fault}. */
    public static FaultConfig from(Section section) {
        return new FaultConfig(
                section.list("wrap"),
                section.integer("seed"),
                section.number("no-resource"),
                section.number("partial"),
                section.number("delay"),
                section.integer("delay-max") * 1000L,
                section.number("link-death"),
                section.integer("link-death-after"));
    }
}
