package org.strata.tests.simulation;

import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.LongRun;

/** Over a link that only sends: everything is copied. */
@LongRun
final class Ob1OverSendsContractTest extends Ob1OverFakesContract {
    Ob1OverSendsContractTest() {
        super(FakeBtlConfig.of(FakeBtlConfig.SEND_ONLY));
    }
}
