package org.strata.pml.ob1;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Parameters;
import org.strata.mca.pml.PmlComponent;

/** Wires {@code pml = ob1}. */
public final class Ob1Module extends AbstractModule implements ComponentModule {
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
        Multibinder.newSetBinder(binder(), PmlComponent.class)
                .addBinding()
                .to(Ob1Component.class)
                .in(Singleton.class);
    }

    @Provides
    Ob1Config config(Parameters parameters) {
        return Ob1Config.from(parameters.section("pml", "ob1"));
    }
}
