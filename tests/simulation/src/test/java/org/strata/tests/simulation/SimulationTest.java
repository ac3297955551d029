package org.strata.tests.simulation;

import org.junit.jupiter.api.Test;
import org.strata.pml.ob1.Ob1Config;
import org.strata.testkit.sim.SimLimits;
import org.strata.testkit.sim.SimWorld;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random traffic of whole jobs in one thread. {@code -Dplans=N} sets how many plans, {@code
 * -Dseed=S} the first seed; a failure prints the seed that repeats it alone.
 */
class SimulationTest {
    private static final int MAX_TURNS = 2_000_000;

    @Test
    void randomTrafficIsCompleteInOrderAndEnds() {
        long first = Long.getLong("seed", 1);
        int plans = Integer.getInteger("plans", 2000);
        for (long seed = first; seed < first + plans; seed++) {
            try {
                run(seed);
            } catch (Throwable e) {
                String replay = "failed; repeat it with -Dseed=" + seed + " -Dplans=1";
                throw new AssertionError(replay, e);
            }
        }
    }

    private static void run(long seed) {
        SimWorld world = new SimWorld(seed);
        Random random = world.random();
        boolean tiny = random.nextBoolean();
        Plan plan = Plan.random(random, tiny ? 700 : 12_000);
        List<SimLimits> networks = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            SimLimits limits = tiny ? SimLimits.tiny() : SimLimits.roomy();
            networks.add(random.nextBoolean() ? limits.withGet() : limits);
        }
        int unexpected = tiny ? 256 : 1 << 20;
        Ob1Config config = new Ob1Config(20, 1 + random.nextInt(4), unexpected, false);
        try (Arena arena = Arena.ofConfined();
                SimJob job = new SimJob(world, plan.ranks, plan.comms, config, networks)) {
            List<Traffic> ranks = new ArrayList<>();
            for (int rank = 0; rank < plan.ranks; rank++) {
                ranks.add(new Traffic(plan, job, rank, arena));
            }
            job.planCuts();
            drive(world, ranks);
            TrafficCheck.check(plan, ranks);
        }
    }

    private static void drive(SimWorld world, List<Traffic> ranks) {
        for (int turn = 0; turn < MAX_TURNS; turn++) {
            ranks.get(world.random().nextInt(ranks.size())).turn();
            if (world.random().nextInt(3) == 0) {
                world.step();
            }
            if (turn % 64 == 0 && ranks.stream().allMatch(Traffic::over)) {
                return;
            }
        }
        throw new AssertionError("no end after " + MAX_TURNS + " turns");
    }
}
