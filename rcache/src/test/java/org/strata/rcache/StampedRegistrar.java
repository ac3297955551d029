package org.strata.rcache;

import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;

import java.util.ArrayList;
import java.util.List;

/** A registrar that knows when each registration was made, in steps of a test. Thread-safe. */
final class StampedRegistrar implements RegistrationCache.Registrar {
    private final List<Stamped> live = new ArrayList<>();
    private long now;
    private long made;

    /** A registration with its stamp. */
    static final class Stamped extends Registration {
        final long stamp;

        Stamped(long address, long length, int access, long stamp) {
            super(address, length, access);
            this.stamp = stamp;
        }

        boolean overlaps(long from, long to) {
            return address() < to && from < address() + length();
        }
    }

    /** Takes a step and returns its number. */
    synchronized long step() {
        return ++now;
    }

    @Override
    public synchronized Registration register(long address, long length, int access) {
        made++;
        Stamped registration = new Stamped(address, length, access, ++now);
        live.add(registration);
        return registration;
    }

    @Override
    public synchronized void deregister(Registration registration) {
        if (!live.remove(registration)) {
            throw new AssertionError("deregistered twice");
        }
    }

    synchronized boolean isLive(Registration registration) {
        return live.contains(registration);
    }

    synchronized boolean overlaps(long from, long to) {
        return live.stream().anyMatch(r -> r.overlaps(from, to));
    }

    synchronized long liveBytes() {
        return live.stream().mapToLong(Registration::length).sum();
    }

    synchronized int live() {
        return live.size();
    }

    synchronized long made() {
        return made;
    }
}
