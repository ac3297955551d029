package org.strata.pml.copy;

import com.google.inject.Provider;

import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.bml.Bml;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.pml.PmlComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;

/**
 * Wires {@code pml = copy}. It binds more than its component, its configuration: so Guice's
 * injector makes the whole stack, as components from outside may want it.
 */
public final class CopyModule extends PlainModule {
    @Override
    public String framework() {
        return "pml";
    }

    @Override
    public String name() {
        return "copy";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        bind(CopyConfig.class).toProvider(() -> CopyConfig.from(section.get()));
        Provider<CopyConfig> config = getProvider(CopyConfig.class);
        Provider<Bml> bml = getProvider(Bml.class);
        Provider<ActiveMessages> messages = getProvider(ActiveMessages.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Counters> counters = getProvider(Counters.class);
        component(
                PmlComponent.class,
                () ->
                        new CopyComponent(
                                config.get(),
                                bml.get(),
                                messages.get(),
                                engine.get(),
                                counters.get()));
    }
}
