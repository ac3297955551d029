package org.strata.tests.verbs;

import org.strata.opal.time.Clock;
import org.strata.testkit.verbs.VerbsContract;
import org.strata.verbs.Context;
import org.strata.verbs.DataOrder;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

/**
 * The software HCA that delivers bytes in random order: it keeps the contract but for the order.
 */
final class SoftScrambledVerbsContractTest extends VerbsContract {
    private final SoftConfig config =
            SoftConfig.defaults()
                    .withMode(SoftConfig.Mode.ENGINE)
                    .withDelivery(new SoftConfig.DeliveryOrder(true, 7));
    private final SoftFabric fabric = SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE);

    @Override
    protected Context open(int side) {
        return new SoftProvider(config, fabric, notice -> {}).open("soft0");
    }

    @Override
    protected DataOrder.Extent order() {
        return DataOrder.Extent.NONE;
    }
}
