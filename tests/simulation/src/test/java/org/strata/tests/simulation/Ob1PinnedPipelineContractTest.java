package org.strata.tests.simulation;

import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.LongRun;

/** Long messages by fragments, then writes into aligned pieces. */
@LongRun
final class Ob1PinnedPipelineContractTest extends Ob1OverRdmaLinksContract {
    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withProtocol("pipeline_leave_pinned");
    }
}
