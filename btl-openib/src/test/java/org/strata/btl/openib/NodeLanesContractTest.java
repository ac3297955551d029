package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** Extended reliable connections whose queue pairs the ranks of a node share. */
final class NodeLanesContractTest extends OpenibContract {
    NodeLanesContractTest() {
        super(
                SoftConfig.Mode.INLINE,
                "receive-queues",
                "X,2048,64,48,16,32:X,65536,64,48,16,16",
                "xrc-per-node",
                "true");
    }
}
