package org.strata.osc.rdma;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.bml.Bml;
import org.strata.mca.osc.OscComponent;
import org.strata.opal.progress.ProgressEngine;
import org.strata.osc.pt2pt.Pt2ptWindows;

/** Wires {@code osc = rdma}. */
public final class RdmaOscModule extends PlainModule {
    @Override
    public String framework() {
        return "osc";
    }

    @Override
    public String name() {
        return "rdma";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<Parameters> parameters = getProvider(Parameters.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Output> output = getProvider(Output.class);
        Provider<Bml> bml = getProvider(Bml.class);
        component(
                OscComponent.class,
                () ->
                        new RdmaOscComponent(
                                RdmaOscConfig.from(section.get()),
                                engine.get(),
                                output.get(),
                                bml.get(),
                                new Pt2ptWindows(parameters.get(), engine.get())));
    }
}
