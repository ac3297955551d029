package org.strata.testkit.sim;

import org.strata.mca.rcache.Registration;

import java.util.HashMap;
import java.util.Map;

/** The memory that one rank has registered with one BTL, and the check of every RDMA against it. */
final class SimMemory {
    private final long registrable;
    private final Map<Long, SimRegistration> live = new HashMap<>();
    private long registered;
    private long nextKey = 1;

    SimMemory(long registrable) {
        this.registrable = registrable;
    }

    SimRegistration register(long address, long length, int access) {
        if (registered + length > registrable) {
            return null;
        }
        registered += length;
        SimRegistration made = new SimRegistration(nextKey++, address, length, access);
        live.put(made.key, made);
        return made;
    }

    void deregister(Registration registration) {
        if (live.remove(((SimRegistration) registration).key) == null) {
            throw new AssertionError("deregistered twice");
        }
        registered -= registration.length();
    }

    /** Raises unless a live registration under the key covers a range for an access. */
    void check(long key, long address, long length, int access) {
        SimRegistration found = live.get(key);
        boolean covers =
                found != null
                        && found.address() <= address
                        && address + length <= found.address() + found.length()
                        && (found.access() & access) == access;
        if (!covers) {
            throw new AssertionError("RDMA of " + length + " bytes without their registration");
        }
    }

    boolean isEmpty() {
        return live.isEmpty();
    }
}
