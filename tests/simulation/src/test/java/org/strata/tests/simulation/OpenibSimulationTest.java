package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.btl.openib.OpenibComponent;
import org.strata.btl.openib.OpenibConfig;
import org.strata.mca.rcache.ApplicationMemory;
import org.strata.mca.rcache.RcacheComponent;
import org.strata.opal.counters.Counters;
import org.strata.opal.counters.RareEvents;
import org.strata.pml.ob1.Ob1Config;
import org.strata.pml.ob1.protocol.RdmaProtocol;
import org.strata.rcache.GrdmaComponent;
import org.strata.rcache.GrdmaConfig;
import org.strata.testkit.FakeRank;
import org.strata.testkit.FirstNumber;
import org.strata.testkit.sim.SimWorld;
import org.strata.verbs.DataOrder;
import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;
import org.strata.verbs.soft.SoftProvider;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Random traffic of real ob1 over btl-openib over software adapters in one thread: late and
 * reordered completions, receivers that are not ready, broken queue pairs, refused registrations,
 * first contacts from both sides, bytes that arrive in any order, and connections that close while
 * others need their queue pairs. {@code -Dplans=N} sets how many plans, {@code -Dseed=S} the first
 * seed; a failure prints the seed that repeats it alone.
 */
class OpenibSimulationTest {
    private static final int MAX_TURNS = 3_000_000;

    /** Turns of other ranks within a poll. */
    private static final int TURNS_MEANWHILE = 200;

    private final Map<String, Long> totals = new TreeMap<>();
    private int scrambledPlans;

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void randomTrafficIsCompleteInOrderAndEnds() {
        long first = Long.getLong("seed", 1);
        int plans = Integer.getInteger("plans", 200);
        for (long seed = first; seed < first + plans; seed++) {
            try {
                new Run(seed).go();
            } catch (Throwable e) {
                String replay = "failed; repeat it with -Dseed=" + seed + " -Dplans=1";
                throw new AssertionError(replay, e);
            }
        }
        if (Boolean.getBoolean("trace")) {
            System.err.println(totals);
        }
        if (plans >= 200) {
            assertThat(scrambledPlans).as("plans over adapters without order").isPositive();
            assertThat(totals)
                    .as("plans that reach everything")
                    .containsKeys("btl_openib_connections", "btl_openib_breaks")
                    .containsKeys("btl_openib_fast_early", "btl_openib_fast_opens")
                    .containsKeys("btl_openib_node_initiators", "btl_openib_node_peers")
                    .containsKeys("btl_openib_fast_rescued")
                    .allSatisfy((name, value) -> assertThat(value).as(name).isPositive());
        }
    }

    /**
     * Plans that have failed once. 36830: eight connections with receives of their own break one
     * after the other, and their completions fill a queue that is polled seldom.
     */
    @ParameterizedTest
    @ValueSource(longs = 36830)
    void plansThatFailedOnce(long seed) {
        new Run(seed).go();
    }

    /** One plan. */
    private final class Run {
        private final SimWorld world;
        private final Random random;
        private final Counters counters = new Counters();
        private final SoftFabric fabric;
        private final OpenibConfig config;
        private final RcacheSource caches;

        private final boolean crowded;

        /** One plan in four: its adapters promise no order of writes, and have none. */
        private final SoftConfig.DeliveryOrder delivery;

        private final List<Traffic> ranks = new ArrayList<>();
        private boolean meanwhile;

        private long now;

        Run(long seed) {
            world = new SimWorld(seed);
            random = world.random();
            crowded = random.nextInt(3) == 0;
            config = OpenibPlan.random(random, crowded);
            fabric = SoftFabric.inProcess(() -> now, new SeededFaults(random));
            caches = random.nextBoolean() ? this::cache : () -> null;
            boolean scrambled = random.nextInt(4) == 0;
            delivery = new SoftConfig.DeliveryOrder(scrambled, random.nextInt());
        }

        void go() {
            boolean tiny = config.attributes().eagerLimit() == 512;
            int longest = tiny ? 3000 : 20_000;
            Plan plan = crowded ? Plan.crowded(random, longest) : Plan.random(random, longest);
            try (Arena arena = Arena.ofConfined();
                    SimJob job =
                            new SimJob(world, plan.ranks, plan.comms, ob1(tiny), this::component)) {
                for (int rank = 0; rank < plan.ranks; rank++) {
                    ranks.add(new Traffic(plan, job, rank, arena));
                }
                drive(job);
                TrafficCheck.check(plan, ranks);
                if (delivery.scrambled()) {
                    // Only what needs no order.
                    if (config.fast().shape().layout().needs() != DataOrder.Extent.NONE) {
                        assertThat(counters.read().get("btl_openib_fast_opens")).isZero();
                    }
                    scrambledPlans++;
                }
                count();
            }
        }

        private void count() {
            List<String> reached =
                    List.of(
                            "connections",
                            "evictions",
                            "early",
                            "breaks",
                            "datagrams_sent",
                            "datagrams_received",
                            "datagrams_repeated",
                            "received",
                            "node_initiators",
                            "node_peers",
                            "fast_sent",
                            "fast_fallbacks",
                            "fast_grants",
                            "fast_wraps",
                            "fast_opens",
                            "fast_closes",
                            "fast_early",
                            "fast_rescued");
            for (Counters.Counter one : counters.all()) {
                String name = one.name().replace("btl_openib_", "");
                if (reached.contains(name)) {
                    totals.merge(one.name(), one.value().getAsLong(), Long::sum);
                }
            }
        }

        private void turn() {
            now += random.nextInt(20_000);
            ranks.get(random.nextInt(ranks.size())).turn();
        }

        /**
         * Runs between a rank's look at its rings and queues and that at its out-of-band messages.
         * The others run at the same time: what they write to rings meanwhile is unread when they
         * say that their queue pairs broke.
         */
        private int meanwhile(int rank) {
            if (meanwhile || ranks.isEmpty() || random.nextInt(8) != 0) {
                return 0;
            }
            meanwhile = true;
            for (int turns = random.nextInt(TURNS_MEANWHILE); turns > 0; turns--) {
                int other = random.nextInt(ranks.size());
                now += random.nextInt(20_000);
                if (other != rank) {
                    ranks.get(other).turn();
                }
            }
            meanwhile = false;
            return 0;
        }

        private RcacheComponent cache() {
            return new GrdmaComponent(
                    new GrdmaConfig(1 << 20, 16, 1000, 0, 4 << 10, false, false),
                    new ApplicationMemory(),
                    () -> now,
                    new SilentOutput(),
                    new Counters(),
                    new RareEvents());
        }

        private OpenibComponent component(FakeRank rank) {
            rank.engine().registerLowPriority(() -> meanwhile(rank.rank()));
            SoftConfig adapters =
                    SoftConfig.defaults()
                            .withDevices(1, 1)
                            .withRegistration(0, SoftConfig.Pin.OFF)
                            .withDelivery(delivery);
            OpenibComponent component =
                    new OpenibComponent(
                            config,
                            new OpenibComponent.Rank(
                                    rank.environment(),
                                    rank.oob(),
                                    rank.activeMessages(),
                                    rank.engine(),
                                    () -> now,
                                    counters,
                                    new SilentOutput()),
                            new OpenibComponent.Adapters(
                                    refusal -> new SoftProvider(adapters, fabric, notice -> {}),
                                    caches.make()));
            rank.describeBy(component::describe);
            return component;
        }

        private Ob1Config ob1(boolean tiny) {
            RdmaProtocol[] protocols = RdmaProtocol.values();
            return new Ob1Config(
                    20,
                    1 + random.nextInt(4),
                    1 + random.nextInt(4),
                    1 + random.nextInt(4),
                    random.nextInt(3) * 16,
                    protocols[random.nextInt(protocols.length)].name().toLowerCase(Locale.ROOT),
                    random.nextInt(3) - 1,
                    random.nextBoolean(),
                    tiny ? 256 : 1 << 20,
                    tiny ? 256 : 1 << 18,
                    false,
                    random.nextInt(4) != 0,
                    FirstNumber.any(random));
        }

        private void drive(SimJob job) {
            for (int turn = 0; turn < MAX_TURNS; turn++) {
                turn();
                if (turn % 64 == 0 && ranks.stream().allMatch(Traffic::over)) {
                    return;
                }
            }
            throw new AssertionError("no end after " + MAX_TURNS + " turns" + job.job.describe());
        }
    }

    /** Makes a rank's cache, or none. */
    @FunctionalInterface
    private interface RcacheSource {
        RcacheComponent make();
    }
}
