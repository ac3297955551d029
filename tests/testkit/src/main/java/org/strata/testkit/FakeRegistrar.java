package org.strata.testkit;

import org.strata.mca.rcache.Registration;
import org.strata.mca.rcache.RegistrationCache;

import java.util.ArrayList;
import java.util.List;

/** A registrar with room for some registrations; it raises when one is deregistered twice. */
public final class FakeRegistrar implements RegistrationCache.Registrar {
    private final List<Registration> live = new ArrayList<>();
    private int capacity;
    private long nextKey;

    /**
     * @param capacity registrations there may be at once
     */
    public FakeRegistrar(int capacity) {
        this.capacity = capacity;
    }

    /** Changes how many registrations there may be at once. */
    public void setCapacity(int registrations) {
        capacity = registrations;
    }

    @Override
    public Registration register(long address, long length, int access) {
        if (live.size() >= capacity) {
            return null;
        }
        Registration made = new FakeRegistration(0, nextKey++, address, length, access);
        live.add(made);
        return made;
    }

    @Override
    public void deregister(Registration registration) {
        if (!live.remove(registration)) {
            throw new AssertionError("deregistered twice: " + text(registration));
        }
    }

    /** Returns how often {@link #register} has succeeded. */
    public long registered() {
        return nextKey;
    }

    /** Returns the registrations there are now. */
    public List<Registration> live() {
        return live;
    }

    /** Returns whether a registration overlaps a range. */
    static boolean overlaps(Registration registration, long address, long length) {
        return registration.address() < address + length
                && address < registration.address() + registration.length();
    }

    /** Returns whether a registration covers a range for an access. */
    static boolean covers(Registration registration, long address, long length, int access) {
        return registration.address() <= address
                && address + length <= registration.address() + registration.length()
                && (registration.access() & access) == access;
    }

    static String text(Registration registration) {
        return "[0x%x, +%d) access %d"
                .formatted(registration.address(), registration.length(), registration.access());
    }
}
