package org.strata.btl.openib;

import org.strata.mca.btl.BtlComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.soft.SeededFaults;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.util.Map;
import java.util.WeakHashMap;

/** Sends are late, lost, and fail before and after their delivery; each message lands once. */
final class FaultyQueueContractTest extends QueueContract {
    private static final long SEED = 0x16;
    private static final SeededFaults.Rates RATES =
            new SeededFaults.Rates(0.2, 0.2, 0.1, 0.02, 0.02, 0, 50_000);

    private final Map<FakeJob, SoftFabric> fabrics = new WeakHashMap<>();

    FaultyQueueContractTest() {
        super(
                new SoftJob(
                        SoftConfig.defaults(),
                        Settings.with("max-reconnects", "100000", "ib-timeout", "4")));
    }

    @Override
    protected BtlComponent component(FakeRank rank) {
        SoftFabric fabric = fabrics.computeIfAbsent(rank.job(), job -> faulty());
        return adapters.component(rank, fabric, Clock.SYSTEM, null, new Counters());
    }

    private static SoftFabric faulty() {
        return SoftFabric.inProcess(Clock.SYSTEM, new SeededFaults(SEED, RATES));
    }
}
