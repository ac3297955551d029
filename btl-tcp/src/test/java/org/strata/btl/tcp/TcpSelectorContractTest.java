package org.strata.btl.tcp;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

/** No connection is polled without asking the selector. */
final class TcpSelectorContractTest extends BtlContract {
    @Override
    protected int flags() {
        return TcpRanks.FLAGS;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return TcpRanks.component(rank, "poll-limit", "0");
    }
}
