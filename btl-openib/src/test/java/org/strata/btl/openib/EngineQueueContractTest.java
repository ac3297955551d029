package org.strata.btl.openib;

import org.strata.testkit.BtlStation;
import org.strata.verbs.soft.SoftConfig;

/** The adapter has a thread of its own. */
final class EngineQueueContractTest extends QueueContract {
    EngineQueueContractTest() {
        super(SoftConfig.Mode.ENGINE, "max-reconnects", "1000");
    }

    @Override
    protected boolean landsWithoutPolls() {
        return true;
    }

    @Override
    protected long breaks(BtlStation station) {
        return ((OpenibBtl) station.btl()).counters.laneBreaks;
    }
}
