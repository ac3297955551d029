package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.opal.counters.Counters;
import org.strata.opal.counters.Counters.Counter;
import org.strata.pml.ob1.Ob1Config;
import org.strata.pml.tupleq.TupleqConfig;
import org.strata.testkit.sim.SimLimits;
import org.strata.testkit.sim.SimWorld;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Random programs that end when memory is unlimited, with receivers that pause their senders all
 * the time, in one thread. {@code mvn verify -Psim} runs them; {@code -Dplans=N} sets how many,
 * {@code -Dseed=S} the first seed; a failure prints the seed that repeats it alone.
 */
class FloodSimulationTest {
    private static final int MAX_TURNS = 3_000_000;

    /** A bound that no plan reaches, and one that every plan does. */
    private static final long ROOMY = 16 << 20;

    private static final long TIGHT = 600;

    private final Map<String, Long> totals = new TreeMap<>();

    @FunctionalInterface
    private interface Run {
        void of(long seed);
    }

    private void runPlans(int standard, Run run) {
        long first = Long.getLong("seed", 1);
        int plans = Integer.getInteger("plans", standard);
        for (long seed = first; seed < first + plans; seed++) {
            try {
                run.of(seed);
            } catch (Throwable e) {
                String replay = "failed; repeat it with -Psim -Dseed=" + seed + " -Dplans=1";
                throw new AssertionError(replay, e);
            }
        }
    }

    private void count(Counters counters) {
        for (Counter one : counters.all()) {
            totals.merge(one.name(), one.value().getAsLong(), Long::sum);
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void programsThatEndWithUnlimitedMemoryEnd() {
        runPlans(500, this::overLinks);
        assertThat(totals.get("pml_ob1_pauses")).isPositive();
        assertThat(totals.get("pml_ob1_postponed")).isPositive();
        assertThat(totals.get("pml_ob1_unexpected_now")).isZero();
        if (Integer.getInteger("plans", 500) >= 500) {
            assertThat(totals.get("pml_ob1_held_sent")).isPositive();
        }
    }

    private void overLinks(long seed) {
        SimWorld world = new SimWorld(seed);
        Random random = world.random();
        boolean tiny = random.nextBoolean();
        // At the bound only sends that need not complete early are sure to end.
        boolean bound = random.nextInt(3) == 0;
        FloodPlan plan = new FloodPlan(random, tiny ? 40 : 900, !bound);
        List<SimLimits> networks = new ArrayList<>();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            networks.add(tiny ? SimLimits.tiny() : SimLimits.roomy());
        }
        Ob1Config config = config(random, bound ? TIGHT : ROOMY);
        try (Arena arena = Arena.ofConfined();
                SimJob job = new SimJob(world, plan.ranks, plan.comms, config, networks)) {
            List<FloodRank> ranks = new ArrayList<>();
            for (int each = 0; each < plan.ranks; each++) {
                int rank = each;
                ranks.add(
                        new FloodRank(
                                plan,
                                rank,
                                job.pmls.get(rank),
                                index -> job.comm(rank, index),
                                job.job.rank(rank)::progress,
                                arena));
            }
            drive(
                    random,
                    ranks,
                    () -> {
                        if (random.nextInt(3) == 0) {
                            world.step();
                        }
                    });
            job.settle();
            check(plan, ranks);
            job.checkNobodyHoldsBack();
            count(job.counters);
        }
    }

    private static Ob1Config config(Random random, long most) {
        long pause = random.nextInt(4) == 0 ? 0 : random.nextInt(3000);
        return new Ob1Config(
                20,
                4,
                4,
                4,
                32,
                "auto",
                0,
                false,
                most,
                pause,
                false,
                random.nextInt(4) != 0,
                Integer.MAX_VALUE - random.nextInt(40));
    }

    /** Copies wait at the sender, in a pool that is full at once. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void programsThatEndWithUnlimitedMemoryEndOverQueues() {
        runPlans(100, this::overQueues);
        assertThat(totals.get("pml_tupleq_copied")).isPositive();
        assertThat(totals.get("pml_tupleq_fallbacks")).isPositive();
        assertThat(totals.get("pml_tupleq_handed_over")).isPositive();
    }

    private void overQueues(long seed) {
        Random random = new Random(seed);
        FloodPlan plan = new FloodPlan(random, 400, true);
        TupleqConfig config =
                TupleqSettings.DEFAULTS
                        .with("copy-limit", 400)
                        .with("copy-pool", random.nextInt(4000))
                        .with("lanes", 1 + random.nextInt(3))
                        .with("queue-depth", 1 + random.nextInt(4))
                        .with("wildcard-limit", 1 + random.nextInt(4))
                        .config();
        try (Arena arena = Arena.ofConfined();
                TupleqJob job = new TupleqJob(plan.ranks, seed, config, false)) {
            List<FloodRank> ranks = new ArrayList<>();
            for (int each = 0; each < plan.ranks; each++) {
                int rank = each;
                ranks.add(
                        new FloodRank(
                                plan,
                                rank,
                                job.pmls.get(rank),
                                index -> job.comm(rank, index),
                                job.job.rank(rank)::progress,
                                arena));
            }
            makeComms(plan, job);
            drive(random, ranks, () -> job.runAdapters(random.nextInt(3)));
            check(plan, ranks);
            count(job.counters);
        }
    }

    /** A rank that sends on a communicator has been through its creation, as all members have. */
    private static void makeComms(FloodPlan plan, TupleqJob job) {
        for (int comm = 0; comm < plan.comms; comm++) {
            for (int rank = 0; rank < plan.ranks; rank++) {
                job.comm(rank, comm);
            }
        }
    }

    private static void drive(Random random, List<FloodRank> ranks, Runnable world) {
        for (int turn = 0; turn < MAX_TURNS; turn++) {
            ranks.get(random.nextInt(ranks.size())).turn();
            world.run();
            if (turn % 64 == 0 && ranks.stream().allMatch(FloodRank::over)) {
                return;
            }
        }
        throw new AssertionError("no end after " + MAX_TURNS + " turns: " + ranks);
    }

    private static void check(FloodPlan plan, List<FloodRank> ranks) {
        int received = ranks.stream().mapToInt(rank -> rank.received).sum();
        assertThat(received).isEqualTo(plan.messages);
    }
}
