package org.strata.rcache;

import org.strata.mca.rcache.Registration;

/** One registration in the cache: its range, its users, and its place in the idle order. */
final class CachedRange {
    final long base;
    final long bound;
    final Registration registration;

    /** Keeps the memory alive while it is registered. */
    final Object owner;

    int users;

    /** Somebody who used it may want it again. */
    boolean keep;

    /** Out of the tree: deregistered when its last user lets go. */
    boolean retired;

    CachedRange(long base, long bound, Registration registration, Object owner) {
        this.base = base;
        this.bound = bound;
        this.registration = registration;
        this.owner = owner;
    }

    boolean covers(long from, long to, int access) {
        return base <= from && to <= bound && (registration.access() & access) == access;
    }

    boolean overlaps(long from, long to) {
        return base < to && from < bound;
    }

    long bytes() {
        return bound - base;
    }
}
