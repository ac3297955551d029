package org.strata.tests.simulation;

import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.LongRun;

/** Long messages by one write per link. */
@LongRun
final class Ob1RputContractTest extends Ob1OverRdmaLinksContract {
    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withProtocol("rput");
    }
}
