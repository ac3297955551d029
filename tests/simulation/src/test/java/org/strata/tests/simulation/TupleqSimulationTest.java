package org.strata.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.strata.opal.counters.Counters.Counter;
import org.strata.pml.tupleq.TupleqConfig;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Random programs over adapters that match, in one thread: wildcards, probes, cancels, messages
 * that are too long, several communicators, resources that run out. {@code -Dplans=N} sets how
 * many, {@code -Dseed=S} the first seed; a failure prints the seed that repeats it alone.
 */
class TupleqSimulationTest {
    private static final Map<String, Long> TOTALS = new TreeMap<>();

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void randomProgramsMatchAsTheStandardSays() {
        long first = Long.getLong("seed", 1);
        int plans = Integer.getInteger("plans", 200);
        TOTALS.clear();
        for (long seed = first; seed < first + plans; seed++) {
            try {
                run(seed);
            } catch (Throwable e) {
                throw new AssertionError("failed; repeat it with -Dseed=" + seed + " -Dplans=1", e);
            }
        }
        if (plans >= 200) {
            assertThat(TOTALS).as("plans that reach everything").doesNotContainValue(0L);
        }
    }

    private static void run(long seed) {
        Random random = new Random(seed);
        int ranks = 2 + random.nextInt(2);
        try (TupleqJob job = new TupleqJob(ranks, seed, config(random), false)) {
            if (random.nextInt(3) == 0) {
                job.queuesWire.refuse(0.2, new Random(seed));
            }
            new TupleqProgram(job, ranks, random).run();
            for (Counter one : job.counters.all()) {
                TOTALS.merge(one.name(), one.value().getAsLong(), Long::sum);
            }
        }
    }

    /** Returns a number that a plan's messages, or its epochs, mostly count past a wrap from. */
    private static long belowAWrap(Random random) {
        long wrap = 1L << (31 + random.nextInt(2));
        return wrap - 1 - random.nextInt(random.nextInt(4) == 0 ? 1000 : 8);
    }

    static TupleqConfig config(Random random) {
        TupleqSettings settings =
                TupleqSettings.DEFAULTS
                        .with("copy-limit", random.nextInt(3) * 3000)
                        .with("max-queues", random.nextInt(3) == 0 ? 1 + random.nextInt(6) : 1024)
                        .with("queue-depth", 1 + random.nextInt(4))
                        .with("lanes", 1 + random.nextInt(3))
                        .with("wildcard-limit", 1 + random.nextInt(9))
                        .first(belowAWrap(random));
        if (random.nextBoolean()) {
            settings =
                    settings.with("wildcard", "handover")
                            .with("notice-pool", random.nextInt(3) == 0 ? 70_000 : 16 << 20);
        }
        return settings.with("collectives", random.nextInt(4) == 0).config();
    }
}
