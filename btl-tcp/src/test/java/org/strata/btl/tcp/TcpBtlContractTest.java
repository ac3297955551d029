package org.strata.btl.tcp;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

final class TcpBtlContractTest extends BtlContract {
    @Override
    protected BtlComponent component(FakeRank rank) {
        return TcpRanks.component(rank);
    }
}
