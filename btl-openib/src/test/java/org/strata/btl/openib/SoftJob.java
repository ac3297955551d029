package org.strata.btl.openib;

import org.strata.mca.rcache.RcacheComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.time.Clock;
import org.strata.testkit.FakeJob;
import org.strata.testkit.FakeRank;
import org.strata.verbs.Provider;
import org.strata.verbs.soft.FaultPlan;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Makes components over software adapters in this JVM: one fabric per job. */
final class SoftJob {
    private final Map<FakeJob, SoftFabric> fabrics = new WeakHashMap<>();
    private final SoftConfig adapters;
    private final OpenibConfig config;
    private final UnaryOperator<Provider> wrapper;

    /** What the components had to say. */
    final SilentOutput output = new SilentOutput();

    SoftJob(SoftConfig adapters, OpenibConfig config) {
        this(adapters, config, provider -> provider);
    }

    /**
     * @param wrapper puts something around the adapters
     */
    SoftJob(SoftConfig adapters, OpenibConfig config, UnaryOperator<Provider> wrapper) {
        this.adapters = adapters;
        this.config = config;
        this.wrapper = wrapper;
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
        return component(rank, fabric, clock, caches, counters, () -> Nearness.UNKNOWN);
    }

    /** As the others, of a rank that runs somewhere. */
    OpenibComponent component(
            FakeRank rank, SoftFabric fabric, Counters counters, Supplier<Nearness> nearness) {
        return component(rank, fabric, Clock.SYSTEM, null, counters, nearness);
    }

    private OpenibComponent component(
            FakeRank rank,
            SoftFabric fabric,
            Clock clock,
            RcacheComponent caches,
            Counters counters,
            Supplier<Nearness> nearness) {
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
                                refusal ->
                                        wrapper.apply(
                                                new SoftProvider(adapters, fabric, output::warn)),
                                caches),
                        nearness);
        rank.describeBy(component::describe);
        return component;
    }
}
