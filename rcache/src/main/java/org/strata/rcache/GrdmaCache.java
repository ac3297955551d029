package org.strata.rcache;

import org.strata.mca.base.Output;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.time.Clock;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The grdma cache of one BTL: a tree of page ranges that never overlap. A wanted range that
 * overlaps known ones replaces them by one registration; those in use leave with their last user.
 * {@code docs/protocol/registration-cache.md} explains why no stale registration is ever used. Tier
 * 2: a hit allocates nothing.
 *
 * <p>Threads: the rank inside its progress bracket, and the {@link Sweeper}; the monitor is free
 * nearly always.
 */
public final class GrdmaCache implements RegistrationCache {
    private static final long PAGE = 4096;

    /**
     * Ranges are not merged into one that is longer than this many times the longest wish: a window
     * that slides over a large buffer would end up with a registration of all of it.
     */
    private static final int MERGE_FACTOR = 4;

    /** Part of the JVM's limit of direct memory that idle registrations may keep from it. */
    private static final int SHARE_OF_DIRECT_MEMORY = 4;

    private final GrdmaConfig config;
    private final long maxIdleBytes;
    private final Registrar registrar;
    private final ApplicationMemory memory;
    private final Clock clock;
    private final Output output;
    private final RangeTree tree = new RangeTree();
    private final IdentityHashMap<Registration, CachedRange> ranges = new IdentityHashMap<>();
    private final IdleList idle = new IdleList();
    private final GrdmaStatistics statistics = new GrdmaStatistics();
    private boolean sweeperStarted;
    private boolean sweeperParked;
    private boolean closed;

    /**
     * @param config parameters
     * @param registrar who registers: the BTL
     * @param memory knows what keeps the application's memory alive
     * @param clock tells how long a registration has been idle
     * @param output where statistics go; may be null when none are wanted
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

    /** What an acquisition wants: whole pages, rights, and what keeps them alive. */
    private record Wish(
            long from, long to, int access, boolean keep, List<MemoryHold> holds, long longest) {
        long bytes() {
            return to - from;
        }

        /** Returns the same for its one operation only: nobody else finds it. */
        Wish unshared() {
            return new Wish(from, to, access, false, List.of(), longest);
        }
    }

    @Override
    public synchronized Registration acquire(long address, long length, int wish, Object owner) {
        int access = wish & ~Registration.TRANSIENT;
        boolean keep = access == wish;
        long from = address & -PAGE;
        long to = (address + Math.max(length, 1) + PAGE - 1) & -PAGE;
        CachedRange known = tree.at(from);
        if (known != null && known.covers(from, to, access) && stillAlive(known)) {
            statistics.hits++;
            if (known.users++ == 0) {
                idle.remove(known);
            }
            known.keep |= keep;
            return known.registration;
        }
        statistics.misses++;
        if (config.sweepInterval() == 0) {
            sweep();
        }
        Object holder = owner == null ? memory.ownerOf(address, length) : owner;
        if (holder == null) {
            statistics.unknown++;
            return remember(register(new Wish(from, to, access, false, List.of(), to - from)));
        }
        List<MemoryHold> holds = List.of(MemoryHold.of(holder));
        return remember(registerMerged(new Wish(from, to, access, keep, holds, to - from)));
    }

    /** A registration of memory that is gone is dropped as soon as it is seen. */
    private boolean stillAlive(CachedRange range) {
        if (range.alive()) {
            return true;
        }
        statistics.closed++;
        retire(range);
        return false;
    }

    /**
     * Registers a wish that is to be kept together with the kept ranges that it overlaps, where
     * that does not make it much longer: the same memory with fewer rights or another range then
     * has one registration. What is for one operation is registered as it is: pieces of a pipeline
     * share a page with their neighbours, and growing together they would cost a multiple.
     */
    private CachedRange registerMerged(Wish plain) {
        Wish merged = plain;
        boolean alone = true;
        for (CachedRange range : tree.overlapping(plain.from, plain.to)) {
            boolean there = stillAlive(range);
            alone &= !there;
            if (there && plain.keep) {
                merged = range.keep ? merge(merged, range) : merged;
                retire(range);
            }
        }
        if (!plain.keep) {
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

    private static Wish merge(Wish wish, CachedRange range) {
        int access = wish.access | range.registration.access();
        boolean keep = wish.keep || range.keep;
        long from = Math.min(wish.from, range.base);
        long to = Math.max(wish.to, range.bound);
        long longest = Math.max(wish.longest, range.longestWish);
        if (to - from > longest * MERGE_FACTOR) {
            return new Wish(wish.from, wish.to, access, keep, wish.holds, wish.longest);
        }
        List<MemoryHold> holds = new ArrayList<>(wish.holds);
        holds.addAll(range.holds);
        return new Wish(from, to, access, keep, holds, longest);
    }

    private CachedRange register(Wish wish) {
        Registration made = registrar.register(wish.from, wish.bytes(), wish.access);
        while (made == null && evictOldest()) {
            statistics.retries++;
            made = registrar.register(wish.from, wish.bytes(), wish.access);
        }
        if (made == null) {
            return null;
        }
        CachedRange range = new CachedRange(wish.from, wish.to, made, wish.holds, wish.longest);
        range.keep = wish.keep;
        if (wish.holds.isEmpty()) {
            range.retired = true;
        } else {
            tree.add(range);
        }
        return range;
    }

    private Registration remember(CachedRange made) {
        if (made == null) {
            statistics.failures++;
            return null;
        }
        made.users = 1;
        ranges.put(made.registration, made);
        statistics.onRegister(made.bytes());
        return made.registration;
    }

    /** Takes a range out of the tree; it is deregistered now or with its last user. */
    private void retire(CachedRange range) {
        tree.remove(range);
        range.retired = true;
        if (range.users == 0) {
            idle.remove(range);
            deregister(range);
        }
    }

    /** Only after this may the range's holds be let go, which is when it becomes garbage. */
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
        } else if (stillAlive(range)) {
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
            statistics.invalidations++;
            retire(range);
        }
    }

    /**
     * Lets idle registrations go: of arenas that are closed, of buffers that were collected, and
     * what has not been used for long. For the sweeper, and for tests that own time.
     */
    public synchronized void sweep() {
        long now = clock.nanoTime();
        long lease = config.maxIdleTime() * 1_000_000L;
        // What is in use every now and then stays: its buffer may have been one of many views.
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
     * Waits until something is idle and then for an interval.
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
