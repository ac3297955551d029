package org.strata.tests.simulation;

import org.strata.testkit.FakeBtlConfig;

/** Over a link that moves registered memory only. */
final class Ob1OverRegisteredRdmaContractTest extends Ob1OverFakesContract {
    Ob1OverRegisteredRdmaContractTest() {
        super(FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA));
    }
}
