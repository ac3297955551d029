package org.strata.rcache;

import org.strata.mca.rcache.Registration;

import java.util.List;

/** One registration in the cache: its range, its users, and its place in the idle order. */
final class CachedRange {
    final long base;
    final long bound;
    final Registration registration;

    /**
     * What keeps the memory alive while it is registered: every page holds a byte of one of them.
     * Empty where nothing is known; such a range is in nobody's reach but its one user's.
     */
    final List<MemoryHold> holds;

    /** Bytes of the longest single wish that it serves. */
    final long longestWish;

    int users;

    /** Somebody who used it may want it again. */
    boolean keep;

    /** Out of the index: deregistered when its last user lets go. */
    boolean retired;

    /** When its last user let go, by the cache's clock. */
    long idleSince;

    // Links of the idle list.
    CachedRange older;
    CachedRange younger;
    boolean idle;

    CachedRange(
            long base,
            long bound,
            Registration registration,
            List<MemoryHold> holds,
            long longestWish) {
        this.base = base;
        this.bound = bound;
        this.registration = registration;
        this.holds = holds;
        this.longestWish = longestWish;
    }

    boolean covers(long from, long to, int access) {
        return base <= from && to <= bound && (registration.access() & access) == access;
    }

    long bytes() {
        return bound - base;
    }

    boolean alive() {
        return MemoryHold.allAlive(holds);
    }

    /** Returns whether one of the application's buffers behind it is gone. */
    boolean dropped() {
        for (int i = 0; i < holds.size(); i++) {
            if (holds.get(i).dropped()) {
                return true;
            }
        }
        return false;
    }

    boolean permanent() {
        for (int i = 0; i < holds.size(); i++) {
            if (!holds.get(i).permanent()) {
                return false;
            }
        }
        return true;
    }
}
