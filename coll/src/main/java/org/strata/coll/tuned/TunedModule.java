package org.strata.coll.tuned;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.AllowedValue;
import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Output;
import org.strata.mca.base.Parameters;
import org.strata.mca.coll.CollComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.opal.progress.ProgressEngine;

import java.util.List;

/** Wires {@code coll = tuned}. */
public final class TunedModule extends AbstractModule implements ComponentModule {
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
        Multibinder.newSetBinder(binder(), CollComponent.class)
                .addBinding()
                .to(TunedComponent.class);
    }

    @Provides
    @Singleton
    TunedComponent component(
            Parameters parameters,
            ProgressEngine engine,
            Output output,
            ProcessEnvironment environment) {
        TunedConfig config = TunedConfig.from(parameters.section("coll", "tuned"));
        return new TunedComponent(config, engine, output, environment.rank() == 0);
    }
}
