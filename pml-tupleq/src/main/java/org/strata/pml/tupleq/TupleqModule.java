package org.strata.pml.tupleq;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.bml.Bml;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.oob.Oob;
import org.strata.mca.pml.PmlComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;

/** Wires {@code pml = tupleq}. */
public final class TupleqModule extends PlainModule {
    @Override
    public String framework() {
        return "pml";
    }

    @Override
    public String name() {
        return "tupleq";
    }

    @Override
    public String below(Section section) {
        return section.text("fallback");
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<Bml> bml = getProvider(Bml.class);
        Provider<Oob> oob = getProvider(Oob.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<Counters> counters = getProvider(Counters.class);
        Provider<Output> output = getProvider(Output.class);
        component(
                PmlComponent.class,
                () ->
                        new TupleqComponent(
                                TupleqConfig.from(section.get()),
                                bml::get,
                                oob::get,
                                engine::get,
                                environment::get,
                                counters::get,
                                output::get));
    }
}
