package org.strata.btl.self;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

final class SelfBtlContractTest extends BtlContract {
    static final SelfConfig CONFIG =
            new SelfConfig(
                    65536,
                    1024,
                    128 << 10,
                    16 << 10,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    0,
                    0,
                    100,
                    64);

    @Override
    protected BtlComponent component(FakeRank rank) {
        return new SelfComponent(CONFIG, rank.environment(), rank.engine(), rank.activeMessages());
    }

    @Override
    protected boolean loopbackOnly() {
        return true;
    }
}
