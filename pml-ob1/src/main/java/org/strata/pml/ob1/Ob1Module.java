package org.strata.pml.ob1;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.bml.Bml;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.pml.PmlComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

/** Wires {@code pml = ob1}. */
public final class Ob1Module extends PlainModule {
    @Override
    public String framework() {
        return "pml";
    }

    @Override
    public String name() {
        return "ob1";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<Bml> bml = getProvider(Bml.class);
        Provider<ActiveMessages> messages = getProvider(ActiveMessages.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Counters> counters = getProvider(Counters.class);
        Provider<Output> output = getProvider(Output.class);
        Provider<Clock> clock = getProvider(Clock.class);
        component(
                PmlComponent.class,
                () ->
                        new Ob1Component(
                                Ob1Config.from(section.get()),
                                bml.get(),
                                messages.get(),
                                engine.get(),
                                counters.get(),
                                output.get(),
                                clock.get()));
    }
}
