package org.strata.tests.simulation;

import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.LongRun;

/** Long messages by fragments, although the links could do better. */
@LongRun
final class Ob1CopyContractTest extends Ob1OverRdmaLinksContract {
    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withProtocol("copy");
    }
}
