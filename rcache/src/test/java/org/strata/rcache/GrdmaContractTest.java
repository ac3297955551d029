package org.strata.rcache;

import org.strata.mca.rcache.RegistrationCache;
import org.strata.testkit.RegistrationCacheContract;

final class GrdmaContractTest extends RegistrationCacheContract {
    @Override
    protected RegistrationCache cache(RegistrationCache.Registrar registrar) {
        return new GrdmaCache(new GrdmaConfig(1L << 40, 100, false), registrar, null);
    }
}
