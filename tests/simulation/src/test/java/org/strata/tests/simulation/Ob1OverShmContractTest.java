package org.strata.tests.simulation;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.FakeRank;
import org.strata.testkit.LongRun;
import org.strata.testkit.WiredBtls;

import java.util.Collection;

/** Over real shared memory. */
@LongRun
final class Ob1OverShmContractTest extends Ob1Contract {
    @Override
    Collection<BtlComponent> links(FakeRank rank) {
        String first = Integer.toString(firstNumber());
        return WiredBtls.of(rank, "btl", "self,shm", "btl_shm_first_sequence", first);
    }

    @Override
    protected int[] limits() {
        return new int[] {4096, 32_768, 65_536};
    }
}
