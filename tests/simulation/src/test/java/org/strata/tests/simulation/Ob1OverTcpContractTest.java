package org.strata.tests.simulation;

import org.strata.mca.btl.BtlComponent;
import org.strata.testkit.FakeRank;
import org.strata.testkit.LongRun;
import org.strata.testkit.WiredBtls;

import java.util.Collection;

/** Over real sockets. */
@LongRun
final class Ob1OverTcpContractTest extends Ob1Contract {
    @Override
    Collection<BtlComponent> links(FakeRank rank) {
        return WiredBtls.of(rank, "btl", "self,tcp");
    }

    @Override
    protected int[] limits() {
        return new int[] {4096, 65_536, 131_072};
    }
}
