package org.strata.btl.self;

import org.strata.mca.rcache.Registration;

/** A range of this process's own memory; nothing was done to it. */
final class SelfRegistration extends Registration {
    SelfRegistration(long address, long length, int access) {
        super(address, length, access);
    }
}
