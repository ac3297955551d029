package org.strata.btl.shm;

import org.junit.jupiter.api.Nested;
import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.BtlContract;
import org.strata.testkit.FakeRank;

final class ShmBtlContractTest extends BtlContract {
    @Override
    protected BtlComponent component(FakeRank rank) {
        return Configs.component(Configs.DEFAULTS, rank);
    }

    /** Two fragments, one FIFO cell, one fast box of one cell: everything runs out at once. */
    @Nested
    final class Tiny extends BtlContract {
        @Override
        protected BtlComponent component(FakeRank rank) {
            return Configs.component(Configs.tiny(128, 2, 1, 1, 64), rank);
        }
    }

    /** As above, with a box that has room for a few messages and a payload ring worth the name. */
    @Nested
    final class Small extends BtlContract {
        @Override
        protected BtlComponent component(FakeRank rank) {
            return Configs.component(Configs.tiny(700, 2, 2, 1, 1024), rank);
        }
    }

    /** No fast boxes: everything goes through the FIFO. */
    @Nested
    final class FifoOnly extends BtlContract {
        @Override
        protected BtlComponent component(FakeRank rank) {
            return Configs.component(Configs.tiny(4096, 2, 8, 0, 64), rank);
        }
    }
}
