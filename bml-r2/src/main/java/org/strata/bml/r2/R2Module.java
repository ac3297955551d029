package org.strata.bml.r2;

import com.google.inject.Provider;

import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.bml.BmlComponent;
import org.strata.mca.btl.BtlComponents;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.counters.RareEvents;

/** Wires {@code bml = r2}. */
public final class R2Module extends PlainModule {
    @Override
    public String framework() {
        return "bml";
    }

    @Override
    public String name() {
        return "r2";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<BtlComponents> btls = getProvider(BtlComponents.class);
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<RareEvents> events = getProvider(RareEvents.class);
        component(
                BmlComponent.class,
                () ->
                        new R2Component(
                                R2Config.from(section.get()),
                                btls.get(),
                                environment.get(),
                                events.get()));
    }
}
