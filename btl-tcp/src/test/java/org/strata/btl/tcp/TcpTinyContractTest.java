package org.strata.btl.tcp;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

/** Every limit as small as it can be. */
final class TcpTinyContractTest extends BtlContract {
    @Override
    protected int flags() {
        return TcpRanks.FLAGS;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return TcpRanks.component(
                rank,
                "eager-limit",
                "128",
                "rndv-eager-limit",
                "128",
                "max-send-size",
                "256",
                "free-list-num",
                "1",
                "free-list-max",
                "2",
                "free-list-inc",
                "1",
                "coalesce-size",
                "128",
                "endpoint-cache",
                "256",
                "sndbuf",
                "4k",
                "rcvbuf",
                "4k");
    }
}
