package org.strata.ess.singleton;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.LocalHost;
import org.strata.mca.ess.EssComponent;

/** Wires {@code ess = singleton}. */
public final class SingletonModule extends AbstractModule implements ComponentModule {
    @Override
    public String framework() {
        return "ess";
    }

    @Override
    public String name() {
        return "singleton";
    }

    @Override
    protected void configure() {
        Multibinder.newSetBinder(binder(), EssComponent.class)
                .addBinding()
                .to(SingletonComponent.class)
                .in(Singleton.class);
    }

    @Provides
    @Singleton
    SingletonComponent component() {
        int slots = Runtime.getRuntime().availableProcessors();
        return new SingletonComponent(LocalHost::name, slots, System::exit);
    }
}
