package org.strata.btl.uds;

import org.strata.mca.btl.BtlAttributes;
import org.strata.mca.btl.BtlComponent;
import org.strata.mca.btl.FreeList;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

/** First packets that hold the longest header and nothing more, and two descriptors. */
final class UdsTinyContractTest extends BtlContract {
    private static final UdsConfig TINY =
            new UdsConfig(
                    new BtlAttributes(
                            "uds", 90, BtlAttributes.FLAG_SEND, 96, 96, 256, 0, 0, 0, 90, 1000),
                    new FreeList(1, 2, 1),
                    "/dev/shm");

    @Override
    protected int flags() {
        return BtlAttributes.FLAG_SEND;
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        return Components.of(rank, TINY);
    }
}
