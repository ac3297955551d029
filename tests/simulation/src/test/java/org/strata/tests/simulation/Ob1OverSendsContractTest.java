package org.strata.tests.simulation;

import org.strata.testkit.FakeBtlConfig;

/** Over a link that only sends: everything is copied. */
final class Ob1OverSendsContractTest extends Ob1OverFakesContract {
    Ob1OverSendsContractTest() {
        super(FakeBtlConfig.of(FakeBtlConfig.SEND_ONLY));
    }
}
