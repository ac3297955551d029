package org.strata.tests.simulation;

import org.strata.testkit.FakeBtlConfig;

/** Over two links of different size: striping, and order across links. */
final class Ob1OverTwoLinksContractTest extends Ob1OverFakesContract {
    Ob1OverTwoLinksContractTest() {
        super(
                FakeBtlConfig.named("one", FakeBtlConfig.SEND_ONLY, 512, 2048),
                FakeBtlConfig.named("two", FakeBtlConfig.SEND_ONLY, 700, 3000));
    }
}
