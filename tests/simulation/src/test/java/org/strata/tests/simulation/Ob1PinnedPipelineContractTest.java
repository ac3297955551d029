package org.strata.tests.simulation;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.strata.pml.ob1.Ob1Config;

/** Long messages by fragments, then writes into aligned pieces. */
@EnabledIfSystemProperty(named = "long", matches = ".*")
final class Ob1PinnedPipelineContractTest extends Ob1OverRdmaLinksContract {
    @Override
    Ob1Config config() {
        return Ob1Config.defaults().withProtocol("pipeline_leave_pinned");
    }
}
