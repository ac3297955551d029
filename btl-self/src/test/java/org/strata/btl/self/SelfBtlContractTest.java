package org.strata.btl.self;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

final class SelfBtlContractTest extends BtlContract {
    @Override
    protected int flags() {
        return BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return new SelfComponent(
                SelfConfig.defaults(), rank.environment(), rank.engine(), rank.activeMessages());
    }

    @Override
    protected boolean loopbackOnly() {
        return true;
    }
}
