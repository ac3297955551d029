package org.strata.btl.openib;

import com.google.inject.Provider;

import org.strata.mca.base.InfoFacts;
import org.strata.mca.base.Output;
import org.strata.mca.base.ParameterLookup;
import org.strata.mca.base.Parameters;
import org.strata.mca.base.PlainModule;
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

import java.util.List;
import java.util.Set;

/** Wires the openib component. */
public final class OpenibModule extends PlainModule {
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
    public List<InfoFacts.Fact> facts(ParameterLookup parameters) {
        return HostPorts.facts(parameters);
    }

    @Override
    protected void configure() {
        Provider<Section> section = section();
        Provider<Parameters> parameters = getProvider(Parameters.class);
        Provider<OpenibComponent.Rank> rank = rank();
        Provider<Output> output = getProvider(Output.class);
        Provider<Set<MpoolComponent>> pools = all(MpoolComponent.class);
        Provider<Set<RcacheComponent>> caches = all(RcacheComponent.class);
        component(
                BtlComponent.class,
                () -> {
                    OpenibComponent.Rank own = rank.get();
                    Providers source =
                            Providers.ofRank(
                                    section.get().text("provider"),
                                    parameters.get(),
                                    own.environment(),
                                    output.get(),
                                    MappablePool.among(pools.get()));
                    if (source.isNone()) {
                        return new NoAdapters(own.oob());
                    }
                    OpenibConfig config = OpenibConfig.from(section.get());
                    RcacheComponent cache = caches.get().stream().findFirst().orElse(null);
                    return new OpenibComponent(
                            config, own, new OpenibComponent.Adapters(source, cache));
                });
    }

    private Provider<OpenibComponent.Rank> rank() {
        Provider<ProcessEnvironment> environment = getProvider(ProcessEnvironment.class);
        Provider<Oob> oob = getProvider(Oob.class);
        Provider<ActiveMessages> messages = getProvider(ActiveMessages.class);
        Provider<ProgressEngine> engine = getProvider(ProgressEngine.class);
        Provider<Clock> clock = getProvider(Clock.class);
        Provider<Counters> counters = getProvider(Counters.class);
        Provider<Output> output = getProvider(Output.class);
        return () ->
                new OpenibComponent.Rank(
                        environment.get(),
                        oob.get(),
                        messages.get(),
                        engine.get(),
                        clock.get(),
                        counters.get(),
                        output.get());
    }
}
