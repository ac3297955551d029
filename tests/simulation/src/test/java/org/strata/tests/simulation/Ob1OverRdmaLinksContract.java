package org.strata.tests.simulation;

import org.strata.testkit.FakeBtlConfig;

/** Over two links of different size that move registered memory. */
abstract class Ob1OverRdmaLinksContract extends Ob1OverFakesContract {
    Ob1OverRdmaLinksContract() {
        super(
                FakeBtlConfig.named("one", FakeBtlConfig.REGISTERED_RDMA, 512, 2048),
                FakeBtlConfig.named("two", FakeBtlConfig.REGISTERED_RDMA, 700, 3000));
    }
}
