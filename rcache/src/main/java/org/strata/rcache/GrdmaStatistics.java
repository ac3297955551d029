package org.strata.rcache;

import org.strata.opal.counters.Counters;

import java.util.List;
import java.util.function.ToLongFunction;

/** Counts the events of a cache. */
final class GrdmaStatistics {
    long hits;
    long misses;
    long evictions;
    long retries;
    long failures;
    long invalidations;
    long merges;
    long unknown;
    long closed;
    long replaced;
    long dropped;
    long expired;
    long registered;
    long registeredBytes;
    long peakBytes;

    void onRegister(long bytes) {
        registered++;
        registeredBytes += bytes;
        peakBytes = Math.max(peakBytes, registeredBytes);
    }

    void onDeregister(long bytes) {
        registered--;
        registeredBytes -= bytes;
    }

    /** Publishes the sums over caches. */
    static void publish(Counters counters, List<GrdmaCache> caches) {
        add(counters, caches, "hits", "acquisitions served from the cache", s -> s.hits);
        add(counters, caches, "misses", "acquisitions that had to register", s -> s.misses);
        add(counters, caches, "evictions", "idle registrations evicted", s -> s.evictions);
        add(counters, caches, "retries", "registrations retried after evictions", s -> s.retries);
        add(
                counters,
                caches,
                "failures",
                "acquisitions that failed for lack of resources",
                s -> s.failures);
        add(
                counters,
                caches,
                "invalidations",
                "registrations of invalidated memory",
                s -> s.invalidations);
        add(counters, caches, "merges", "registrations replaced by longer ones", s -> s.merges);
        add(
                counters,
                caches,
                "unknown",
                "acquisitions of memory without a known owner",
                s -> s.unknown);
        add(counters, caches, "closed", "registrations whose arena was closed", s -> s.closed);
        add(
                counters,
                caches,
                "replaced",
                "registrations of memory that was freed, where other memory is now",
                s -> s.replaced);
        add(
                counters,
                caches,
                "dropped",
                "registrations whose buffer was collected",
                s -> s.dropped);
        add(counters, caches, "expired", "registrations unused for max_idle_time", s -> s.expired);
        Counters.Kind level = Counters.Kind.LEVEL;
        add(counters, caches, "registered", "registrations now", level, s -> s.registered);
        add(
                counters,
                caches,
                "registered_bytes",
                "bytes registered now",
                level,
                s -> s.registeredBytes);
        add(
                counters,
                caches,
                "peak_bytes",
                "most bytes registered at a time",
                Counters.Kind.PEAK,
                s -> s.peakBytes);
    }

    private static void add(
            Counters counters,
            List<GrdmaCache> caches,
            String name,
            String help,
            ToLongFunction<GrdmaStatistics> value) {
        add(counters, caches, name, help, Counters.Kind.SUM, value);
    }

    private static void add(
            Counters counters,
            List<GrdmaCache> caches,
            String name,
            String help,
            Counters.Kind kind,
            ToLongFunction<GrdmaStatistics> value) {
        counters.add(
                "rcache_grdma_" + name,
                help,
                kind,
                () -> caches.stream().mapToLong(c -> value.applyAsLong(c.statistics())).sum());
    }

    @Override
    public String toString() {
        return ("rcache grdma: hits %d, misses %d, evictions %d, retries after eviction %d,"
                        + " failures %d, invalidations %d, merges %d, of unknown memory %d,"
                        + " of closed arenas %d, of replaced memory %d, of dropped buffers %d,"
                        + " expired %d;"
                        + " at most %d bytes registered")
                .formatted(
                        hits,
                        misses,
                        evictions,
                        retries,
                        failures,
                        invalidations,
                        merges,
                        unknown,
                        closed,
                        replaced,
                        dropped,
                        expired,
                        peakBytes);
    }
}
