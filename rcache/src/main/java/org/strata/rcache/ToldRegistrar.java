package org.strata.rcache;

import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache.Registrar;
import org.strata.opal.counters.RareEvents;
import org.strata.opal.time.Clock;

/** Registers memory, and tells who listens what it took. */
final class ToldRegistrar implements Registrar {
    private final Registrar registrar;
    private final Clock clock;
    private final RareEvents events;

    ToldRegistrar(Registrar registrar, Clock clock, RareEvents events) {
        this.registrar = registrar;
        this.clock = clock;
        this.events = events;
    }

    @Override
    public Registration register(long address, long length, int access) {
        RareEvents.Listener told = events.listener();
        if (told == null) {
            return registrar.register(address, length, access);
        }
        long began = clock.nanoTime();
        Registration made = registrar.register(address, length, access);
        told.registered(address, length, made != null, clock.nanoTime() - began);
        return made;
    }

    @Override
    public boolean exhausted() {
        return registrar.exhausted();
    }

    @Override
    public void deregister(Registration registration) {
        registrar.deregister(registration);
    }
}
