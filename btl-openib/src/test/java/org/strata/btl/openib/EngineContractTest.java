package org.strata.btl.openib;

import org.strata.verbs.soft.SoftConfig;

/** The adapter has a thread of its own. */
final class EngineContractTest extends OpenibContract {
    EngineContractTest() {
        super(SoftConfig.Mode.ENGINE);
    }
}
