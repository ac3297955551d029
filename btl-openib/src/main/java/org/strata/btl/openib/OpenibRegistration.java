package org.strata.btl.openib;

import org.strata.mca.rcache.Registration;
import org.strata.verbs.MemoryRegion;

/** Registered memory with its keys. */
final class OpenibRegistration extends Registration {
    final MemoryRegion region;

    OpenibRegistration(MemoryRegion region, int access) {
        super(region.address(), region.length(), access);
        this.region = region;
    }
}
