package org.strata.rcache;

import org.strata.mca.rcache.RegistrationCache;
import org.strata.testkit.RegistrationCacheContract;

final class GrdmaContractTest extends RegistrationCacheContract {
    @Override
    protected RegistrationCache cache(RegistrationCache.Registrar registrar) {
        return Caches.permanent(registrar, 1L << 40, 100);
    }
}
