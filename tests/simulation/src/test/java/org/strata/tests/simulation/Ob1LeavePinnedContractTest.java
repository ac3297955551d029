package org.strata.tests.simulation;

import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.LongRun;

/** Long messages by one write per link into a buffer registered as a whole. */
@LongRun
final class Ob1LeavePinnedContractTest extends Ob1OverRdmaLinksContract {
    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withProtocol("leave_pinned");
    }
}
