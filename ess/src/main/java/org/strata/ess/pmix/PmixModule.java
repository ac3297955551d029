package org.strata.ess.pmix;

import com.google.inject.Provider;

import org.strata.ess.base.GuestSettings;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.ess.EssComponent;

/** Wires {@code ess = pmix}. */
public final class PmixModule extends PlainModule {
    @Override
    public String framework() {
        return "ess";
    }

    @Override
    public String name() {
        return "pmix";
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<Parameters> parameters = getProvider(Parameters.class);
        component(
                EssComponent.class,
                () ->
                        new PmixComponent(
                                PmixConfig.from(section.get()),
                                config ->
                                        GuestSettings.of(
                                                parameters.get(),
                                                config.joinTimeout(),
                                                System.getenv()),
                                System.getenv(),
                                Runtime.getRuntime()::halt));
    }
}
