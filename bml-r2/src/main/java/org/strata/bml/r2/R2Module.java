package org.strata.bml.r2;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Parameters;
import org.strata.mca.bml.BmlComponent;

/** Wires {@code bml = r2}. */
public final class R2Module extends AbstractModule implements ComponentModule {
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
        Multibinder.newSetBinder(binder(), BmlComponent.class)
                .addBinding()
                .to(R2Component.class)
                .in(Singleton.class);
    }

    @Provides
    R2Config config(Parameters parameters) {
        return R2Config.from(parameters.section("bml", "r2"));
    }
}
