package org.strata.pml.copy;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Parameters;
import org.strata.mca.pml.PmlComponent;

/** Wires {@code pml = copy}. */
public final class CopyModule extends AbstractModule implements ComponentModule {
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
        Multibinder.newSetBinder(binder(), PmlComponent.class)
                .addBinding()
                .to(CopyComponent.class)
                .in(Singleton.class);
    }

    @Provides
    CopyConfig config(Parameters parameters) {
        return CopyConfig.from(parameters.section("pml", "copy"));
    }
}
