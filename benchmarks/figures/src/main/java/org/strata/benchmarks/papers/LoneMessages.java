package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * P4's rings that cost more than they save, in virtual time: {@link ChainSteps} uses six rings of
 * those that its start has opened, and a rank that waits for a single message looks at all of them.
 */
final class LoneMessages {
    /** Exchanges with everybody until each has a ring, where so many are allowed. */
    private static final int START = 8;

    private static final int WARM_CYCLES = 200;
    private static final int CYCLES = 20;
    private static final int FEW = 32;

    /** Of partners: tens of thousands of messages per second; of all others: none. */
    private static final Map<String, String> RATE =
            Map.of(
                    "btl_openib_eager_rdma_policy", "rate",
                    "btl_openib_eager_rdma_min_rate", "10000",
                    "btl_openib_eager_rdma_interval", "1");

    private final int ranks;
    private final Costs costs;

    /** What a run gave. */
    record Result(double micros, FastUse use) {}

    LoneMessages(int ranks, Costs costs) {
        this.ranks = ranks;
        this.costs = costs;
    }

    /** Runs the program without rings, with few, with more, and with policy rate; prints all. */
    void report() {
        System.out.printf(
                Locale.ROOT,
                "%nP4 in virtual time: 6 exchanges of one message, one after the other, %d ranks,"
                        + " variable_bottom%n%14s %9s %9s %9s %9s %12s %12s%n",
                ranks,
                "polled",
                "allowed",
                "policy",
                "rings",
                "share %",
                "us/cycle",
                "to " + FEW);
        for (String order : List.of("sequential", "prioritised")) {
            Result few = run(order, FEW, false);
            for (int allowed : new int[] {0, FEW, 64, ranks}) {
                print(
                        order,
                        allowed,
                        false,
                        allowed == FEW ? few : run(order, allowed, false),
                        few);
            }
            print(order, ranks, true, run(order, ranks, true), few);
        }
    }

    /** Runs the program with so many rings allowed to a process. */
    Result run(String order, int allowed, boolean byRate) {
        System.err.printf("papers: P4 lone messages, %s, %d rings%n", order, allowed);
        ChainSteps pattern = new ChainSteps(ranks);
        Map<String, String> values = RingDesign.VARIABLE_BOTTOM.parameters(allowed);
        values.put("btl_openib_eager_rdma_poll_order", order);
        if (byRate) {
            values.putAll(RATE);
        }
        try (HaloModel model = new HaloModel(ranks, pattern::cycle, 1, 0, costs, values)) {
            model.start(rank -> pattern.start(rank, START));
            model.run(byRate ? WARM_CYCLES : 1);
            FastUse before = model.use();
            double micros = model.run(CYCLES);
            return new Result(micros, model.use().since(before));
        }
    }

    private static void print(String order, int allowed, boolean byRate, Result run, Result few) {
        System.out.printf(
                Locale.ROOT,
                "%14s %9d %9s %9.2f %9.2f %12.2f %11.1f%%%n",
                order,
                allowed,
                byRate ? "rate" : "first",
                run.use.ringsPerProcess(),
                run.use.share(),
                run.micros,
                100 * (run.micros / few.micros - 1));
    }
}
