package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Lanes and the endpoint's connection close each other all the time. */
final class FewPairsQueueContractTest extends QueueContract {
    FewPairsQueueContractTest() {
        super(SoftConfig.Mode.INLINE, "max-reconnects", "1000", "max-qps", "2");
    }
}
