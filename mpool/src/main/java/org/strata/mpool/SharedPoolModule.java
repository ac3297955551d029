package org.strata.mpool;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Parameters;
import org.strata.mca.mpool.MpoolComponent;

/** Wires {@code mpool = shared}. */
public final class SharedPoolModule extends AbstractModule implements ComponentModule {
    @Override
    public String framework() {
        return "mpool";
    }

    @Override
    public String name() {
        return "shared";
    }

    @Override
    protected void configure() {
        Multibinder.newSetBinder(binder(), MpoolComponent.class)
                .addBinding()
                .to(SharedPoolComponent.class)
                .in(Singleton.class);
    }

    @Provides
    SharedPoolConfig config(Parameters parameters) {
        return SharedPoolConfig.from(parameters.section("mpool", "shared"));
    }
}
