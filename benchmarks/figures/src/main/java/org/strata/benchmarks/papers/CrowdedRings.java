package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * P4's other question, in virtual time: whether rings that little comes by cost more to poll than
 * they save, and what a policy does that closes them. The program is {@link NeighbourSteps}.
 */
final class CrowdedRings {
    private static final int NEAR = 20;

    /** Until everybody has sent enough messages to everybody for a ring, and rates are known. */
    private static final int WARM_CYCLES = 8;

    private static final int CYCLES = 5;
    private static final int FEW = 32;

    /** Of neighbours: tens of thousands of messages per second; of all others: a few thousand. */
    private static final Map<String, String> RATE =
            Map.of(
                    "btl_openib_eager_rdma_policy", "rate",
                    "btl_openib_eager_rdma_min_rate", "10000",
                    "btl_openib_eager_rdma_interval", "1");

    private final int ranks;
    private final Costs costs;

    CrowdedRings(int ranks, Costs costs) {
        this.ranks = ranks;
        this.costs = costs;
    }

    /** Runs the program with few rings, with one per peer, and with policy rate; prints all. */
    void report() {
        System.out.printf(
                Locale.ROOT,
                "%nP4 in virtual time: %d exchanges with 6 neighbours for each one with all %d"
                        + " ranks, variable_bottom%n%14s %9s %9s %9s %9s %12s %12s%n",
                NEAR,
                ranks,
                "polled",
                "allowed",
                "policy",
                "rings",
                "share %",
                "us/cycle",
                "to " + FEW);
        for (String order : List.of("sequential", "prioritised")) {
            double few = measure(order, FEW, Map.of(), 0);
            measure(order, ranks, Map.of(), few);
            measure(order, ranks, RATE, few);
        }
    }

    /** Returns the microseconds of a cycle. */
    private double measure(String order, int rings, Map<String, String> policy, double few) {
        System.err.printf("papers: P4 %s, %d rings%n", order, rings);
        NeighbourSteps pattern = new NeighbourSteps(ranks, NEAR);
        Map<String, String> values = RingDesign.VARIABLE_BOTTOM.parameters(rings);
        values.put("btl_openib_eager_rdma_poll_order", order);
        values.put("btl_openib_eager_rdma_threshold", "6");
        values.putAll(policy);
        try (HaloModel model = new HaloModel(ranks, pattern::cycle, 1, 0, costs, values)) {
            model.run(WARM_CYCLES);
            FastUse before = model.use();
            double micros = model.run(CYCLES);
            FastUse use = model.use().since(before);
            System.out.printf(
                    Locale.ROOT,
                    "%14s %9d %9s %9.2f %9.2f %12.2f %11.1f%%%n",
                    order,
                    rings,
                    policy.isEmpty() ? "first" : "rate",
                    use.ringsPerProcess(),
                    use.share(),
                    micros,
                    few == 0 ? 0 : 100 * (micros / few - 1));
            return micros;
        }
    }
}
