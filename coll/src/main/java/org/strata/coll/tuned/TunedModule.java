package org.strata.coll.tuned;

import com.google.inject.Provider;

import org.strata.mca.base.AllowedValue;
import org.strata.mca.base.Output;
import org.strata.mca.base.PlainModule;
import org.strata.mca.base.Section;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;

/** Wires {@code coll = tuned}. */
public final class TunedModule extends PlainModule {
    @Override
    public String framework() {
        return "coll";
    }

    @Override
    public String name() {
        return "tuned";
    }

    @Override
    public List<AllowedValue> allowedValues(String key) {
        Collective<?> collective = Collective.ofKey(key);
        return collective == null ? List.of() : collective.allowedValues();
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Output> output = getProvider(Output.class);
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        component(
                CollComponent.class,
                () ->
                        new TunedComponent(
                                TunedConfig.from(section.get()),
                                engine.get(),
                                output.get(),
                                environment.get().rank() == 0));
    }
}
