package org.strata.testkit.sim;

import org.strata.mca.rcache.Registration;

/** A registration of one rank with one simulated BTL. */
final class SimRegistration extends Registration {
    final long key;

    SimRegistration(long key, long address, long length, int access) {
        super(address, length, access);
        this.key = key;
    }
}
