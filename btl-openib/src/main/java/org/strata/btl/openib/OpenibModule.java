package org.strata.btl.openib;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;

import org.strata.mca.base.ComponentModule;
import org.strata.mca.base.Output;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.Section;
import org.strata.mca.btl.ActiveMessages;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.ess.ProcessEnvironment;
import org.strata.mca.mpool.MappablePool;
import org.strata.mca.mpool.MpoolComponent;
import org.strata.mca.oob.Oob;
import org.strata.mca.rcache.RcacheComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.progress.ProgressEngine;
import org.strata.opal.time.Clock;

import java.util.Set;

/** Wires the openib component. */
public final class OpenibModule extends AbstractModule implements ComponentModule {
    @Override
    public String framework() {
        return "btl";
    }

    @Override
    public String name() {
        return "openib";
    }

    @Override
    public void check(Section section, Objections objections) {
        new OpenibCheck(section, objections).run();
    }

    @Override
    public String whyAbsent(String key) {
        return AbsentParameters.why(key);
    }

    @Override
    protected void configure() {
        Multibinder.newSetBinder(binder(), MpoolComponent.class);
        Multibinder.newSetBinder(binder(), RcacheComponent.class);
        Multibinder.newSetBinder(binder(), BtlComponent.class)
                .addBinding()
                .to(OpenibComponent.class);
    }

    @Provides
    @Singleton
    OpenibConfig config(Parameters parameters) {
        return OpenibConfig.from(parameters.section("btl", "openib"));
    }

    @Provides
    @Singleton
    OpenibComponent.Rank rank(
            ProcessEnvironment environment,
            Oob oob,
            ActiveMessages activeMessages,
            ProgressEngine engine,
            Clock clock,
            Counters counters,
            Output output) {
        return new OpenibComponent.Rank(
                environment, oob, activeMessages, engine, clock, counters, output);
    }

    @Provides
    @Singleton
    OpenibComponent component(
            OpenibConfig config,
            OpenibComponent.Rank rank,
            Parameters parameters,
            ProcessEnvironment environment,
            Output output,
            Set<MpoolComponent> pools,
            Set<RcacheComponent> caches) {
        MappablePool pool = MappablePool.among(pools);
        OpenibComponent.Source source =
                new Providers(config.ports().provider(), parameters, environment, output, pool);
        RcacheComponent cache = caches.stream().findFirst().orElse(null);
        return new OpenibComponent(config, rank, new OpenibComponent.Adapters(source, cache));
    }
}
