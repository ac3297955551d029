package org.strata.tests.simulation;

import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.LongRun;

/** Long messages by reads over both links. */
@LongRun
final class Ob1RgetContractTest extends Ob1OverRdmaLinksContract {
    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withProtocol("rget");
    }
}
