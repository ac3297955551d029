package org.strata.ess.own;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Parameters;
import org.strata.mca.ess.EssComponent;

/** Wires {@code ess = own}. */
public final class OwnModule extends AbstractModule implements ComponentModule {
    @Override
    public String framework() {
        return "ess";
    }

    @Override
    public String name() {
        return "own";
    }

    @Override
    protected void configure() {
        Multibinder.newSetBinder(binder(), EssComponent.class)
                .addBinding()
                .to(OwnComponent.class)
                .in(Singleton.class);
    }

    @Provides
    @Singleton
    OwnConfig config(Parameters parameters) {
        return OwnConfig.from(parameters.section("ess", "own"));
    }

    @Provides
    @Singleton
    OwnComponent component(OwnConfig config) {
        return new OwnComponent(config, System.getenv(), Runtime.getRuntime()::halt);
    }
}
