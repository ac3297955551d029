package org.strata.rcache;

import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.time.Clock;

/** Makes caches for tests. */
final class Caches {
    /** All memory is the library's own, and stays. */
    static final ApplicationMemory.Finder EVERYTHING =
            address -> new ApplicationMemory.Range(0, Long.MAX_VALUE);

    private Caches() {}

    /** A cache for which all memory is there for good. */
    static GrdmaCache permanent(
            RegistrationCache.Registrar registrar, long idleBytes, int idleCount) {
        ApplicationMemory memory = new ApplicationMemory();
        memory.setFinder(EVERYTHING);
        GrdmaConfig config = new GrdmaConfig(idleBytes, idleCount, 1000, 0, 1 << 20, false, false);
        return new GrdmaCache(config, registrar, memory, Clock.SYSTEM, null);
    }

    /** A cache with a memory whose finder a test chooses, without a thread. */
    static GrdmaCache of(RegistrationCache.Registrar registrar, ApplicationMemory memory) {
        GrdmaConfig config = new GrdmaConfig(1 << 20, 10, 1000, 0, 1 << 20, false, false);
        return new GrdmaCache(config, registrar, memory, () -> 0, null);
    }

    /** A cache that knows of memory only what it is told, without a thread. */
    static GrdmaCache told(RegistrationCache.Registrar registrar, Clock clock) {
        GrdmaConfig config = new GrdmaConfig(1L << 30, 1000, 1000, 0, 1 << 20, false, false);
        return new GrdmaCache(config, registrar, new ApplicationMemory(), clock, null);
    }
}
