package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Shared receive queues, as by default. */
final class SharedQueuesContractTest extends OpenibContract {
    SharedQueuesContractTest() {
        super(SoftConfig.Mode.INLINE);
    }
}
