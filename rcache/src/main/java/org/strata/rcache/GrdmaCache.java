package org.strata.rcache;

import org.strata.mca.base.Output;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The grdma cache of one BTL. Ranges in the tree never overlap: a wanted range that overlaps idle
 * ones replaces them by one registration over the union; busy ones retire and leave with their last
 * user.
 */
public final class GrdmaCache implements RegistrationCache {
    private static final long PAGE = 4096;

    private final GrdmaConfig config;
    private final Registrar registrar;
    private final Output output;
    private final TreeMap<Long, CachedRange> tree = new TreeMap<>();
    private final IdentityHashMap<Registration, CachedRange> ranges = new IdentityHashMap<>();

    /** Idle ranges, least recently used first. */
    private final LinkedHashSet<CachedRange> idle = new LinkedHashSet<>();

    private long idleBytes;
    private final GrdmaStatistics statistics = new GrdmaStatistics();

    /**
     * @param config parameters
     * @param registrar who registers: the BTL
     * @param output where statistics go
     */
    public GrdmaCache(GrdmaConfig config, Registrar registrar, Output output) {
        this.config = config;
        this.registrar = registrar;
        this.output = output;
    }

    @Override
    public Registration acquire(long address, long length, int wish, Object owner) {
        int access = wish & ~Registration.TRANSIENT;
        boolean keep = access == wish;
        long from = address & -PAGE;
        long to = (address + Math.max(length, 1) + PAGE - 1) & -PAGE;
        CachedRange known = covering(from, to, access);
        if (known != null) {
            statistics.hits++;
            use(known);
            known.keep |= keep;
            return known.registration;
        }
        statistics.misses++;
        return register(from, to, access, keep, owner);
    }

    private CachedRange covering(long from, long to, int access) {
        Map.Entry<Long, CachedRange> entry = tree.floorEntry(from);
        boolean covers = entry != null && entry.getValue().covers(from, to, access);
        return covers ? entry.getValue() : null;
    }

    private void use(CachedRange range) {
        if (range.users++ == 0 && idle.remove(range)) {
            idleBytes -= range.bytes();
        }
    }

    private Registration register(long from, long to, int access, boolean keep, Object owner) {
        int wanted = access;
        boolean kept = keep;
        for (CachedRange range : overlapping(from, to)) {
            kept |= range.keep;
            // The same memory with fewer rights or a shorter range: one registration for both.
            wanted |= range.registration.access();
            retire(range);
        }
        Registration made = registrar.register(from, to - from, wanted);
        while (made == null && evictOldest()) {
            statistics.retries++;
            made = registrar.register(from, to - from, wanted);
        }
        if (made == null) {
            statistics.failures++;
            return null;
        }
        CachedRange range = new CachedRange(from, to, made, owner);
        range.users = 1;
        range.keep = kept;
        tree.put(from, range);
        ranges.put(made, range);
        return made;
    }

    private List<CachedRange> overlapping(long from, long to) {
        List<CachedRange> found = new ArrayList<>();
        Map.Entry<Long, CachedRange> before = tree.lowerEntry(from);
        if (before != null && before.getValue().overlaps(from, to)) {
            found.add(before.getValue());
        }
        found.addAll(tree.subMap(from, to).values());
        return found;
    }

    /** Takes a range out of the tree; it is deregistered now or with its last user. */
    private void retire(CachedRange range) {
        tree.remove(range.base);
        range.retired = true;
        if (range.users == 0) {
            if (idle.remove(range)) {
                idleBytes -= range.bytes();
            }
            deregister(range);
        }
    }

    private void deregister(CachedRange range) {
        ranges.remove(range.registration);
        registrar.deregister(range.registration);
    }

    private boolean evictOldest() {
        if (idle.isEmpty()) {
            return false;
        }
        statistics.evictions++;
        retire(idle.getFirst());
        return true;
    }

    @Override
    public void release(Registration registration) {
        CachedRange range = ranges.get(registration);
        if (range == null || --range.users > 0) {
            return;
        }
        if (range.retired) {
            deregister(range);
            return;
        }
        if (!range.keep) {
            retire(range);
            return;
        }
        idle.addLast(range);
        idleBytes += range.bytes();
        while (idleBytes > config.maxIdleBytes() || idle.size() > config.maxIdleCount()) {
            evictOldest();
        }
    }

    @Override
    public void invalidate(long address, long length) {
        for (CachedRange range : overlapping(address, address + length)) {
            statistics.invalidations++;
            retire(range);
        }
    }

    @Override
    public void close() {
        if (config.printStats()) {
            output.warn(statistics.toString());
        }
        List<CachedRange> all = new ArrayList<>(ranges.values());
        all.forEach(this::deregister);
        tree.clear();
        idle.clear();
        idleBytes = 0;
    }
}
