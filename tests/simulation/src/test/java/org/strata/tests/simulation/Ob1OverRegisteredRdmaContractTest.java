package org.strata.tests.simulation;

import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.LongRun;

/** Over a link that moves registered memory only. */
@LongRun
final class Ob1OverRegisteredRdmaContractTest extends Ob1OverFakesContract {
    Ob1OverRegisteredRdmaContractTest() {
        super(FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA));
    }
}
