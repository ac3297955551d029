package org.strata.tests.simulation;

import org.strata.testkit.FakeBtlConfig;
import org.strata.testkit.FakeWire;

import java.util.Random;

/** Every third call finds no resource: sends, descriptors, registrations, puts and gets. */
final class Ob1ScarceRdmaContractTest extends Ob1OverFakesContract {
    Ob1ScarceRdmaContractTest() {
        super(FakeBtlConfig.of(FakeBtlConfig.REGISTERED_RDMA));
    }

    @Override
    void prepare(FakeWire wire) {
        wire.refuse(0.33, new Random(1));
    }
}
