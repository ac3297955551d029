package org.strata.rcache;

import com.google.inject.Provider;

import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.RcacheComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.counters.RareEvents;
import org.strata.opal.time.Clock;

/** Wires {@code rcache = grdma}. */
public final class GrdmaModule extends PlainModule {
    @Override
    public String framework() {
        return "rcache";
    }

    @Override
    public String name() {
        return "grdma";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ApplicationMemory> memory = getProvider(ApplicationMemory.class);
        Provider<Clock> clock = getProvider(Clock.class);
        Provider<Output> output = getProvider(Output.class);
        Provider<Counters> counters = getProvider(Counters.class);
        Provider<RareEvents> events = getProvider(RareEvents.class);
        component(
                RcacheComponent.class,
                () ->
                        new GrdmaComponent(
                                GrdmaConfig.from(section.get()),
                                memory.get(),
                                clock.get(),
                                output.get(),
                                counters.get(),
                                events.get()));
    }
}
