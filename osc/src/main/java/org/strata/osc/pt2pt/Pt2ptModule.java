package org.strata.osc.pt2pt;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.osc.OscComponent;
import org.strata.opal.progress.ProgressEngine;

/** Wires {@code osc = pt2pt}. */
public final class Pt2ptModule extends PlainModule {
    @Override
    public String framework() {
        return "osc";
    }

    @Override
    public String name() {
        return "pt2pt";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Output> output = getProvider(Output.class);
        component(
                OscComponent.class,
                () ->
                        new Pt2ptComponent(
                                Pt2ptConfig.from(section.get()), engine.get(), output.get()));
    }
}
