package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Memory of users that is not pinned. */
final class OnDemandContractTest extends OpenibContract {
    OnDemandContractTest() {
        super(SoftConfig.defaults(), "registration", "on_demand");
    }
}
