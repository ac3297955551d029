package org.strata.btl.self;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

/** First packets that hold the longest header and nothing more, and few of each kind under way. */
final class SelfTinyContractTest extends BtlContract {
    @Override
    protected int flags() {
        return BtlAttributes.FLAG_SEND | BtlAttributes.FLAG_PUT | BtlAttributes.FLAG_GET;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        SelfConfig tiny = SelfConfig.of(96, 256, 4);
        return new SelfComponent(tiny, rank.environment(), rank.engine(), rank.activeMessages());
    }

    @Override
    protected boolean loopbackOnly() {
        return true;
    }
}
