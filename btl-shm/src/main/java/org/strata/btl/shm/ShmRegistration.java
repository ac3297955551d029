package org.strata.btl.shm;

import org.strata.mca.rcache.Registration;

/** A range of this process's memory; nothing was done to it. */
final class ShmRegistration extends Registration {
    ShmRegistration(long address, long length, int access) {
        super(address, length, access);
    }
}
