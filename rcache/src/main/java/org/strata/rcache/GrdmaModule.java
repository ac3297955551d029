package org.strata.rcache;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Parameters;
import org.strata.mca.rcache.RcacheComponent;

/** Wires {@code rcache = grdma}. */
public final class GrdmaModule extends AbstractModule implements ComponentModule {
    @Override
    public String framework() {
        return "rcache";
    }

    @Override
    public String name() {
        return "grdma";
    }

    @Override
    protected void configure() {
        Multibinder.newSetBinder(binder(), RcacheComponent.class)
                .addBinding()
                .to(GrdmaComponent.class)
                .in(Singleton.class);
    }

    @Provides
    GrdmaConfig config(Parameters parameters) {
        return GrdmaConfig.from(parameters.section("rcache", "grdma"));
    }
}
