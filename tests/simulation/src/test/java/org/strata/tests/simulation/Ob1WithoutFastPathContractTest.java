package org.strata.tests.simulation;

import org.strata.mca.btl.BtlComponent;
import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.FakeRank;
import org.strata.testkit.LongRun;
import org.strata.testkit.WiredBtls;

import java.util.Collection;

/** Over real shared memory without fast boxes, every message by a request. */
@LongRun
final class Ob1WithoutFastPathContractTest extends Ob1Contract {
    @Override
    Collection<BtlComponent> links(FakeRank rank) {
        return WiredBtls.of(rank, "btl", "self,shm", "btl_shm_fbox_max", "0");
    }

    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withoutFastPath();
    }

    @Override
    protected int[] limits() {
        return new int[] {4096, 32_768, 65_536};
    }
}
