package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Four queues, of both kinds, as Open MPI's later versions had. */
final class ManyQueuesContractTest extends OpenibContract {
    ManyQueuesContractTest() {
        super(
                SoftConfig.Mode.INLINE,
                "receive-queues",
                "P,128,16,12,4:S,2048,64,48,16:S,12288,64,48,16:S,65536,32,24,16");
    }
}
