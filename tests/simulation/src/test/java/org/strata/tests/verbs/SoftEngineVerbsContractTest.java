package org.strata.tests.verbs;

import org.strata.opal.time.Clock;
import org.strata.testkit.verbs.VerbsContract;
import org.strata.verbs.Context;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

/** The software HCA with a thread of its own. */
final class SoftEngineVerbsContractTest extends VerbsContract {
    private final SoftConfig config = SoftConfig.defaults().withMode(SoftConfig.Mode.ENGINE);
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);

    @Override
    protected Context open(int side) {
        return new SoftProvider(config, fabric, notice -> {}).open("soft0");
    }
}
