package org.strata.btl.tcp;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

/** Every write to a socket takes one byte. */
final class TcpPartialContractTest extends BtlContract {
    @Override
    protected BtlComponent component(FakeRank rank) {
        return TcpRanks.component(
                rank, "max-write", "1", "eager-limit", "96", "max-send-size", "224");
    }
}
