package org.strata.tests.verbs;

import org.strata.opal.time.Clock;
import org.strata.testkit.verbs.VerbsContract;
import org.strata.verbs.Context;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

/** The software HCA, executed by who posts. */
final class SoftInlineVerbsContractTest extends VerbsContract {
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);

    @Override
    protected Context open(int side) {
        return new SoftProvider(SoftConfig.defaults(), fabric, notice -> {}).open("soft0");
    }
}
