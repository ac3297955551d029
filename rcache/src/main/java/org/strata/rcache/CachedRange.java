package org.strata.rcache;

import org.strata.mca.rcache.Registration;

import java.util.List;

/** One registration in the cache: its range, its users, and its place in the idle order. */
final class CachedRange {
    final long base;
    final long bound;
    final Registration registration;

    /**
     * Objects that keep the registered memory alive: every page contains a byte of one of them.
     * Empty for memory of unknown owner; only the one user of such a range finds it.
     */
    final List<KeepAlive> keepAlives;

    /** Bytes of the longest single acquisition that it serves. */
    final long longestAcquisition;

    int users;

    /** Whether one of its users may want it again. */
    boolean keep;

    /**
     * Whether it is a whole file of the library's own memory, of which no part is ever unmapped.
     */
    boolean wholeFile;

    /** Whether it is out of the tree: deregistered when its last user releases it. */
    boolean retired;

    /** When its last user released it, by the cache's clock. */
    long idleSince;

    // Links of the idle list.
    CachedRange older;
    CachedRange younger;
    boolean idle;

    CachedRange(
            long base,
            long bound,
            Registration registration,
            List<KeepAlive> keepAlives,
            long longestAcquisition) {
        this.base = base;
        this.bound = bound;
        this.registration = registration;
        this.keepAlives = keepAlives;
        this.longestAcquisition = longestAcquisition;
    }

    boolean covers(long from, long to, int access) {
        return base <= from && to <= bound && (registration.access() & access) == access;
    }

    long bytes() {
        return bound - base;
    }

    boolean alive() {
        return KeepAlive.allAlive(keepAlives);
    }

    /** Returns whether the application has dropped one of the buffers behind it. */
    boolean dropped() {
        for (int i = 0; i < keepAlives.size(); i++) {
            if (keepAlives.get(i).dropped()) {
                return true;
            }
        }
        return false;
    }

    boolean permanent() {
        for (int i = 0; i < keepAlives.size(); i++) {
            if (!keepAlives.get(i).permanent()) {
                return false;
            }
        }
        return true;
    }
}
