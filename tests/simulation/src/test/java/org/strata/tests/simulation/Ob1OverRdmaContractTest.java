package org.strata.tests.simulation;

import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.LongRun;

/**
 * Over a link with put and get of any memory; in -Dlong, since the pipeline has such a link, too.
 */
@LongRun
final class Ob1OverRdmaContractTest extends Ob1OverFakesContract {
    Ob1OverRdmaContractTest() {
        super(FakeBtlConfig.of(FakeBtlConfig.RDMA));
    }
}
