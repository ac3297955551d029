package org.strata.pml.copy;

import org.strata.mca.bml.Bml;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.pml.Pml;
import org.strata.mca.pml.PmlComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;

/** Factory of the PML {@code copy}. */
public final class CopyComponent implements PmlComponent {
    private final CopyConfig config;
    private final CopyPml pml;

    /**
     * @param config parameters
     * @param bml the layer below
     * @param messages where the PML registers its packets' handler
     * @param engine the rank's progress engine
     * @param counters where the counters of matching are published
     */
    public CopyComponent(
            CopyConfig config,
            Bml bml,
            ActiveMessages messages,
            ProgressEngine engine,
            Counters counters) {
        this.config = config;
        this.pml = new CopyPml(config, bml, messages, engine);
        pml.publish(counters);
    }

    @Override
    public String framework() {
        return "pml";
    }

    @Override
    public String name() {
        return "copy";
    }

    @Override
    public int priority() {
        return config.priority();
    }

    @Override
    public Pml pml(Pml below) {
        return pml;
    }
}
