package org.strata.btl.openib;

import org.strata.testkit.BtlStation;
import org.strata.verbs.soft.SoftConfig;

/** Posting and polling threads execute the requests. */
final class InlineQueueContractTest extends QueueContract {
    InlineQueueContractTest() {
        super(SoftConfig.Mode.INLINE, "max-reconnects", "1000");
    }

    @Override
    protected long breaks(BtlStation station) {
        return ((OpenibBtl) station.btl()).counters.laneBreaks;
    }
}
