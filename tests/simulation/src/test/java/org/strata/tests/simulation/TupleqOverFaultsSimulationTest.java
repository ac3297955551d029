package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.btl.openib.OpenibComponent;
import org.strata.btl.openib.OpenibConfig;
import org.strata.opal.counters.Counters;
import org.strata.testkit.FakeRank;
import org.strata.testkit.TestSection;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * The programs of {@link TupleqSimulationTest} over btl-openib and software adapters, in one
 * thread: late completions, receivers that are not ready, requests that fail and break their lane
 * before or after they have landed, refused registrations. {@code -Dplans=N} and {@code -Dseed=S}
 * as there.
 */
class TupleqOverFaultsSimulationTest {
    private static final int USUAL = 6;

    private long laneBreaks;

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void randomProgramsSurviveBrokenLanes() {
        long first = Long.getLong("seed", 1);
        int plans = Integer.getInteger("plans", USUAL);
        for (long seed = first; seed < first + plans; seed++) {
            try {
                new Run(seed).go();
            } catch (Throwable e) {
                throw new AssertionError("failed; repeat it with -Dseed=" + seed + " -Dplans=1", e);
            }
        }
        if (plans >= USUAL) {
            assertThat(laneBreaks).as("broken lanes").isPositive();
        }
    }

    /** One plan. */
    private final class Run {
        private final Random random;
        private final Counters counters = new Counters();
        private final SoftFabric fabric;
        private final SoftConfig.DeliveryOrder delivery;
        private long now;

        Run(long seed) {
            random = new Random(seed);
            delivery = new SoftConfig.DeliveryOrder(seed % 2 == 0, seed);
            fabric = SoftFabric.inProcess(this::time, new SeededFaults(new Random(seed)));
        }

        /** Time passes whenever somebody looks at the clock. */
        private long time() {
            return now += 2000;
        }

        void go() {
            int ranks = 2 + random.nextInt(2);
            try (TupleqJob job =
                    new TupleqJob(ranks, TupleqSimulationTest.config(random), this::link)) {
                new TupleqProgram(job, ranks, random).run();
            }
            laneBreaks += counters.read().get("btl_openib_lane_breaks");
        }

        private OpenibComponent link(FakeRank rank) {
            SoftConfig adapters =
                    SoftConfig.defaults()
                            .withDevices(1, 1)
                            .withRegistration(0, SoftConfig.Pin.OFF)
                            .withDelivery(delivery);
            TestSection section =
                    TestSection.of("btl", "openib")
                            .with("provider", "soft")
                            .with("connect-timeout", 3600)
                            .with("ib-timeout", 2)
                            .with("max-reconnects", 1_000_000);
            return new OpenibComponent(
                    OpenibConfig.from(section),
                    new OpenibComponent.Rank(
                            rank.environment(),
                            rank.oob(),
                            rank.activeMessages(),
                            rank.engine(),
                            this::time,
                            counters,
                            new SilentOutput()),
                    new OpenibComponent.Adapters(
                            refusal -> new SoftProvider(adapters, fabric, notice -> {}), null));
        }
    }
}
