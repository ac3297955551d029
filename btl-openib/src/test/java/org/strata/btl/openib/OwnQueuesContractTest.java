package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Receive queues per peer, with credits. */
final class OwnQueuesContractTest extends OpenibContract {
    OwnQueuesContractTest() {
        super(SoftConfig.Mode.INLINE, "use-srq", "false");
    }
}
