package org.strata.btl.openib;

import org.strata.mca.rcache.RcacheComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.util.Map;
import java.util.WeakHashMap;

/** Makes components over software adapters in this JVM: one fabric per job. */
final class SoftJob {
    private final Map<FakeJob, SoftFabric> fabrics = new WeakHashMap<>();
    private final SoftConfig adapters;
    private final OpenibConfig config;

    /** What the components had to say. */
    final SilentOutput output = new SilentOutput();

    SoftJob(SoftConfig adapters, OpenibConfig config) {
        this.adapters = adapters;
        this.config = config;
    }

    OpenibComponent component(FakeRank rank) {
        SoftFabric fabric =
                fabrics.computeIfAbsent(
                        rank.job(), job -> SoftFabric.inProcess(Clock.SYSTEM, FaultPlan.NONE));
        return component(rank, fabric, Clock.SYSTEM, null, new Counters());
    }

    OpenibComponent component(
            FakeRank rank,
            SoftFabric fabric,
            Clock clock,
            RcacheComponent caches,
            Counters counters) {
        OpenibComponent component =
                new OpenibComponent(
                        config,
                        new OpenibComponent.Rank(
                                rank.environment(),
                                rank.oob(),
                                rank.activeMessages(),
                                rank.engine(),
                                clock,
                                counters,
                                output),
                        new OpenibComponent.Adapters(
                                refusal -> new SoftProvider(adapters, fabric, output::warn),
                                caches));
        rank.describeBy(component::describe);
        return component;
    }
}
