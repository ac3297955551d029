package org.strata.btl.tcp;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

/** Two connections per pair of processes. */
final class TcpLinksContractTest extends BtlContract {
    @Override
    protected int flags() {
        return TcpRanks.FLAGS;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return TcpRanks.component(rank, "links", "2");
    }
}
