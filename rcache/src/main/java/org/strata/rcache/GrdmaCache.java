package org.strata.rcache;

import org.strata.mca.base.Output;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.sys.Pages;
import org.strata.opal.time.Clock;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The grdma cache of one BTL: a tree of page ranges that never overlap. An acquired range that
 * overlaps cached ones replaces them by one registration; those in use are deregistered with their
 * last release. {@code docs/protocol/registration-cache.md} explains why no stale registration is
 * ever used. Tier 2: a hit allocates nothing.
 *
 * <p>Threads: the rank inside its progress bracket, and the {@link Sweeper}; they rarely contend
 * for the monitor.
 */
public final class GrdmaCache implements RegistrationCache {
    /** Divisor of the JVM's limit of direct memory: the part that idle registrations may keep. */
    private static final int SHARE_OF_DIRECT_MEMORY = 4;

    /** Accesses of a whole file of the library's own memory: all, so that none is ever missing. */
    private static final int POOL_ACCESS =
            Registration.LOCAL_WRITE
                    | Registration.REMOTE_WRITE
                    | Registration.REMOTE_READ
                    | Registration.REMOTE_ATOMIC;

    private final GrdmaConfig config;
    private final long maxIdleBytes;
    private final Registrar registrar;
    private final ApplicationMemory memory;
    private final Clock clock;
    private final Output output;
    private final RangeTree tree = new RangeTree();
    private final IdentityHashMap<Registration, CachedRange> ranges = new IdentityHashMap<>();
    private final IdleList idle = new IdleList();
    private final RangeUses uses = new RangeUses();
    private final GrdmaStatistics statistics = new GrdmaStatistics();

    /** Addresses of the library's own files that could not be registered whole. */
    private final Set<Long> refusedFiles = new HashSet<>();

    private boolean sweeperStarted;
    private boolean sweeperParked;
    private boolean closed;

    /**
     * @param config parameters
     * @param registrar registers memory: the BTL
     * @param memory finds what keeps the application's memory alive
     * @param clock measures how long registrations are idle
     * @param output prints statistics; may be null when they are off
     */
    public GrdmaCache(
            GrdmaConfig config,
            Registrar registrar,
            ApplicationMemory memory,
            Clock clock,
            Output output) {
        this.config = config;
        this.registrar = registrar;
        this.memory = memory;
        this.clock = clock;
        this.output = output;
        long share = Runtime.getRuntime().maxMemory() / SHARE_OF_DIRECT_MEMORY;
        this.maxIdleBytes = Math.min(config.maxIdleBytes(), share);
        memory.add(this);
    }

    @Override
    public synchronized Registration acquire(long address, long length, int flags, Object owner) {
        int access = flags & ~Registration.HINTS;
        boolean keep = (flags & Registration.TRANSIENT) == 0;
        long end = address + Math.max(length, 1);
        long from = Pages.floor(address);
        long to = Pages.ceil(end);
        CachedRange known = tree.at(from);
        if (known != null
                && known.covers(from, to, access)
                && stillAlive(known)
                && known.holds(owner, from, to)) {
            statistics.hits++;
            if (known.users++ == 0) {
                idle.remove(known);
            }
            known.keep |= keep;
            return known.registration;
        }
        if (config.registerPool()) {
            Registration own = acquireOwn(from, to);
            if (own != null) {
                return own;
            }
        }
        boolean ifWorth = (flags & Registration.IF_WORTH) != 0;
        if (ifWorth && !uses.reach(from, to - from, config.reuseBytes())) {
            return null;
        }
        statistics.misses++;
        if (config.sweepInterval() == 0) {
            sweep();
        }
        KeepAlive part = partOf(owner, address, end);
        if (part == null && ifWorth) {
            uses.forget(from);
            return null;
        }
        if (part == null && (flags & Registration.IF_KEPT) != 0) {
            return null;
        }
        if (part == null) {
            statistics.unknown++;
            return cache(register(WantedRange.unknown(from, to, access)));
        }
        return cache(registerMerged(WantedRange.of(part, from, to, access, keep), part));
    }

    /** Returns what keeps a range alive and identifies it; null for unknown memory. */
    private KeepAlive partOf(Object owner, long address, long end) {
        KeepAlive part = KeepAlive.of(owner, address, end);
        if (part != null) {
            return part;
        }
        ApplicationMemory.Range file = memory.own(address);
        return file != null && end <= file.address() + file.length()
                ? KeepAlive.of(ApplicationMemory.PERMANENT, address, end)
                : null;
    }

    /** Registers the file of the library's own memory that contains a range; null for none. */
    private Registration acquireOwn(long from, long to) {
        ApplicationMemory.Range file = memory.own(from);
        boolean inside = file != null && to <= file.address() + file.length();
        if (!inside || refusedFiles.contains(file.address())) {
            return null;
        }
        statistics.misses++;
        long end = file.address() + file.length();
        tree.overlapping(file.address(), end).forEach(this::retire);
        KeepAlive all = KeepAlive.of(ApplicationMemory.PERMANENT, file.address(), end);
        CachedRange made = register(WantedRange.of(all, file.address(), end, POOL_ACCESS, true));
        if (made == null) {
            refusedFiles.add(file.address());
            return null;
        }
        made.wholeFile = true;
        return cache(made);
    }

    /** Returns whether the memory is alive; retires a registration whose memory is not. */
    private boolean stillAlive(CachedRange range) {
        if (range.alive()) {
            return true;
        }
        statistics.closed++;
        retire(range);
        return false;
    }

    /**
     * Registers a range to keep together with the kept ranges that it overlaps, unless that makes
     * it much longer, so that the same memory with fewer accesses or in another range has one
     * registration. A range for one operation is never merged: pieces of a pipeline share a page
     * with their neighbours, and merged they would cost a multiple. Nor is a range of other memory
     * that was at the same address: its pages may be gone.
     */
    private CachedRange registerMerged(WantedRange plain, KeepAlive part) {
        WantedRange merged = plain;
        boolean alone = true;
        for (CachedRange range : tree.overlapping(plain.from(), plain.to())) {
            boolean there = stillAlive(range);
            alone &= !there;
            if (there && plain.keep()) {
                boolean replaced = range.contradicts(part);
                statistics.replaced += replaced ? 1 : 0;
                merged = range.keep && !replaced ? merged.with(range) : merged;
                retire(range);
            }
        }
        if (!plain.keep()) {
            return register(alone ? plain : plain.unshared());
        }
        CachedRange made = register(merged);
        if (made == null && merged != plain) {
            made = register(plain);
        } else if (made != null && merged != plain) {
            statistics.merges++;
        }
        return made;
    }

    /**
     * Registers a range; null when it cannot be, or when its memory was freed meanwhile. An arena
     * that is open afterwards was open all the time: so what was registered is its memory.
     */
    private CachedRange register(WantedRange wanted) {
        Registration made = registrar.register(wanted.from(), wanted.bytes(), wanted.access());
        while (made == null && registrar.exhausted() && evictOldest()) {
            statistics.retries++;
            made = registrar.register(wanted.from(), wanted.bytes(), wanted.access());
        }
        if (made == null) {
            return null;
        }
        if (!CachedRange.allAlive(wanted.keepAlives())) {
            statistics.closed++;
            registrar.deregister(made);
            return null;
        }
        CachedRange range =
                new CachedRange(
                        wanted.from(), wanted.to(), made, wanted.keepAlives(), wanted.longest());
        range.keep = wanted.keep();
        if (wanted.shared()) {
            tree.add(range);
        } else {
            range.retired = true;
        }
        return range;
    }

    private Registration cache(CachedRange made) {
        if (made == null) {
            statistics.failures++;
            return null;
        }
        made.users = 1;
        ranges.put(made.registration, made);
        statistics.onRegister(made.bytes());
        return made.registration;
    }

    /** Removes a range from the tree; deregisters it now, or with its last release. */
    private void retire(CachedRange range) {
        tree.remove(range);
        range.retired = true;
        if (range.users == 0) {
            idle.remove(range);
            deregister(range);
        }
    }

    /**
     * Deregisters a range. Its keep-alives stay reachable until this is done, and are dropped when
     * the range becomes garbage.
     */
    private void deregister(CachedRange range) {
        registrar.deregister(range.registration);
        ranges.remove(range.registration);
        statistics.onDeregister(range.bytes());
    }

    private boolean evictOldest() {
        if (idle.oldest() == null) {
            return false;
        }
        statistics.evictions++;
        retire(idle.oldest());
        return true;
    }

    @Override
    public synchronized void release(Registration registration) {
        CachedRange range = ranges.get(registration);
        if (range == null || --range.users > 0) {
            return;
        }
        if (range.retired) {
            deregister(range);
        } else if (!range.keep) {
            retire(range);
        } else if (!range.wholeFile && stillAlive(range)) {
            range.idleSince = clock.nanoTime();
            idle.add(range);
            while (idle.bytes() > maxIdleBytes || idle.count() > config.maxIdleCount()) {
                evictOldest();
            }
            wakeSweeper();
        }
    }

    @Override
    public synchronized void invalidate(long address, long length) {
        for (CachedRange range : tree.overlapping(address, address + length)) {
            if (!range.wholeFile) {
                statistics.invalidations++;
                retire(range);
            }
        }
    }

    /**
     * Deregisters idle registrations: of closed arenas, of collected buffers, and those unused for
     * long. For the sweeper, and for tests that control time.
     */
    public synchronized void sweep() {
        long now = clock.nanoTime();
        long lease = config.maxIdleTime() * 1_000_000L;
        // A range used recently stays: the collected buffer may have been one of many views.
        long grace = Math.min(config.sweepInterval() * 1_000_000L, lease);
        CachedRange next;
        for (CachedRange range = idle.oldest(); range != null; range = next) {
            next = range.younger;
            long idleTime = now - range.idleSince;
            if (!stillAlive(range)) {
                continue;
            }
            if (idleTime >= grace && range.dropped()) {
                statistics.dropped++;
                retire(range);
            } else if (idleTime >= lease && !range.permanent()) {
                statistics.expired++;
                retire(range);
            }
        }
    }

    private void wakeSweeper() {
        if (sweeperParked) {
            notifyAll();
        } else if (!sweeperStarted && config.sweepInterval() > 0) {
            sweeperStarted = true;
            Sweeper.start(this, config.sweepInterval());
        }
    }

    /**
     * Waits until a registration is idle, and then for an interval.
     *
     * @return false when the cache is closed
     */
    synchronized boolean awaitIdle(long intervalMillis) throws InterruptedException {
        while (!closed && idle.count() == 0) {
            sweeperParked = true;
            wait();
            sweeperParked = false;
        }
        long end = clock.nanoTime() + intervalMillis * 1_000_000;
        for (long left = intervalMillis; !closed && left > 0; ) {
            wait(left);
            left = (end - clock.nanoTime() + 999_999) / 1_000_000;
        }
        return !closed;
    }

    synchronized GrdmaStatistics statistics() {
        return statistics;
    }

    /** Returns how many parts of memory the registration of an address has. For tests. */
    synchronized int partsOf(long address) {
        CachedRange range = tree.at(address);
        return range == null ? 0 : range.keepAlives.size();
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        notifyAll();
        memory.remove(this);
        if (config.printStats()) {
            output.warn(statistics.toString());
        }
        List<CachedRange> all = new ArrayList<>(ranges.values());
        for (CachedRange range : all) {
            idle.remove(range);
            if (!range.retired) {
                tree.remove(range);
            }
            deregister(range);
        }
    }
}
