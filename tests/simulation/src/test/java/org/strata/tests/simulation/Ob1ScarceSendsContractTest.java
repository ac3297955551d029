package org.strata.tests.simulation;

import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeWire;
import org.strata.testkit.LongRun;

import java.util.Random;

/** Every third call finds no resource: sends, descriptors, registrations, puts and gets. */
@LongRun
final class Ob1ScarceSendsContractTest extends Ob1OverFakesContract {
    Ob1ScarceSendsContractTest() {
        super(FakeBtlConfig.of(FakeBtlConfig.SEND_ONLY));
    }

    @Override
    void prepare(FakeWire wire) {
        wire.refuse(0.33, new Random(1));
    }
}
