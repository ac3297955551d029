package org.strata.rcache;

import org.strata.mca.base.Output;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.RcacheComponent;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.counters.Counters;
import org.strata.opal.counters.RareEvents;
import org.strata.opal.time.Clock;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Factory of grdma caches. */
public final class GrdmaComponent implements RcacheComponent {
    private final GrdmaConfig config;
    private final ApplicationMemory memory;
    private final Clock clock;
    private final Output output;
    private final RareEvents events;
    private final List<GrdmaCache> caches = new CopyOnWriteArrayList<>();

    /**
     * @param config parameters
     * @param memory finds what keeps the application's memory alive
     * @param clock measures how long registrations are idle
     * @param output prints statistics
     * @param counters receives the caches' counters
     * @param events is told of registrations
     */
    public GrdmaComponent(
            GrdmaConfig config,
            ApplicationMemory memory,
            Clock clock,
            Output output,
            Counters counters,
            RareEvents events) {
        this.config = config;
        this.memory = memory;
        this.clock = clock;
        this.output = output;
        this.events = events;
        GrdmaStatistics.publish(counters, caches);
    }

    @Override
    public String name() {
        return "grdma";
    }

    @Override
    public RegistrationCache create(RegistrationCache.Registrar registrar) {
        RegistrationCache.Registrar told = new ToldRegistrar(registrar, clock, events);
        GrdmaCache cache = new GrdmaCache(config, told, memory, clock, output);
        caches.add(cache);
        return cache;
    }
}
