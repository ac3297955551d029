package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Shared receive queues whose peers have credits by demand, and few receives to share. */
final class DemandQueuesContractTest extends OpenibContract {
    DemandQueuesContractTest() {
        super(
                SoftConfig.Mode.INLINE,
                "srq-credits",
                "demand",
                "srq-rd-max",
                "16",
                "srq-share-min",
                "1");
    }
}
