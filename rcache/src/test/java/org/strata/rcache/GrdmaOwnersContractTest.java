package org.strata.rcache;

import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.RegistrationCache;
import org.strata.opal.time.Clock;
import org.strata.testkit.memory.RegistrationOwnersContract;

final class GrdmaOwnersContractTest extends RegistrationOwnersContract {
    @Override
    protected RegistrationCache cacheOfOwners(RegistrationCache.Registrar registrar) {
        GrdmaConfig config = new GrdmaConfig(1L << 30, 1000, 100, 5, 1 << 20, false, false);
        return new GrdmaCache(config, registrar, new ApplicationMemory(), Clock.SYSTEM, null);
    }
}
