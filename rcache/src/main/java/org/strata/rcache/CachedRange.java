package org.strata.rcache;

import org.strata.mca.rcache.Registration;

import java.util.List;

/** One registration in the cache: its range, its users, and its place in the idle order. */
final class CachedRange {
    final long base;
    final long bound;
    final Registration registration;

    /**
     * The parts that operations have named, which keep the registered memory alive: every page
     * contains a byte of one of them. Empty for memory that nothing identifies; only the one user
     * of such a range finds it.
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

    /** Returns whether its registration has pages for an access, whatever memory they are of. */
    boolean covers(long from, long to, int access) {
        return base <= from && to <= bound && (registration.access() & access) == access;
    }

    /** Returns whether pages of it are those that an owner stands for. */
    boolean holds(Object owner, long from, long to) {
        for (int i = 0; i < keepAlives.size(); i++) {
            if (keepAlives.get(i).holds(owner, from, to)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether bytes of a part belong to other memory here: that was freed since, or has two
     * owners.
     */
    boolean contradicts(KeepAlive part) {
        for (int i = 0; i < keepAlives.size(); i++) {
            KeepAlive other = keepAlives.get(i);
            boolean permanent = part.permanent() || other.permanent();
            if (!permanent && other.overlaps(part) && !other.sameMemory(part)) {
                return true;
            }
        }
        return false;
    }

    long bytes() {
        return bound - base;
    }

    boolean alive() {
        return allAlive(keepAlives);
    }

    /** Returns whether all memory is still valid. */
    static boolean allAlive(List<KeepAlive> keepAlives) {
        for (int i = 0; i < keepAlives.size(); i++) {
            if (!keepAlives.get(i).alive()) {
                return false;
            }
        }
        return true;
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
