package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Extended reliable connections. */
final class ExtendedQueuesContractTest extends OpenibContract {
    ExtendedQueuesContractTest() {
        super(SoftConfig.Mode.INLINE, "receive-queues", "X,2048,64,48,16,32:X,65536,64,48,16,16");
    }
}
