package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * P5's figures in virtual time, with the adapters of {@link SimulatedPipeline}. In the exchange of
 * SP the eight ranks of a node share one adapter's bandwidth, as in the paper.
 */
final class SimulatedTuples {
    private static final int RANKS_PER_NODE = 8;
    private static final int SIDE = 8;
    private static final int STEPS = 400;

    /** Seconds of class B in the paper with TupleQ: what its steps take without communication. */
    private static final double SECONDS_B = 27.38;

    private static final int POINTS_B = 102;
    private static final int POINTS_C = 162;

    private final int smallest;
    private final int largest;
    private final Costs costs = new SimulatedPipeline().costs();

    SimulatedTuples(int smallest, int largest) {
        this.smallest = smallest;
        this.largest = largest;
    }

    /** Runs the models, prints and draws what they give. */
    void report(Path plots) throws IOException {
        Figure availability =
                new Figure("P5 in virtual time: application availability", "bytes", "%");
        Figure overhead = new Figure("P5 in virtual time: time that is not hidden", "bytes", "us");
        for (OverlapProtocol protocol : OverlapProtocol.values()) {
            overlap(protocol, availability, overhead);
        }
        availability.print();
        overhead.print();
        System.out.println("plot: " + availability.draw(plots, "P5-virtual-availability", false));
        System.out.println("plot: " + overhead.draw(plots, "P5-virtual-overhead", true));
        sweep("B", POINTS_B, SECONDS_B);
        double points = (double) POINTS_C / POINTS_B;
        sweep("C", POINTS_C, SECONDS_B * points * points * points);
    }

    /** The worse of both sides counts. */
    private void overlap(OverlapProtocol protocol, Figure availability, Figure overhead) {
        try (OverlapModel model = new OverlapModel(protocol, costs, largest)) {
            for (int bytes = smallest; bytes <= largest; bytes *= 2) {
                OverheadPoint point = model.measure(bytes);
                availability.best(protocol.title(), bytes, point.availability());
                overhead.best(protocol.title(), bytes, point.overhead() / 1e3);
            }
        }
    }

    private void sweep(String problem, int points, double seconds) {
        long work = Math.round(seconds * 1e9 / STEPS);
        Map<OverlapProtocol, Double> steps = new LinkedHashMap<>();
        int forward = 0;
        int backward = 0;
        for (OverlapProtocol protocol : OverlapProtocol.values()) {
            Costs shared = costs.sharedBy(RANKS_PER_NODE);
            try (SweepModel model = new SweepModel(protocol, shared, points, SIDE, work)) {
                steps.put(protocol, model.step());
                forward = model.boundaryBytes(true);
                backward = model.boundaryBytes(false);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nP5 in virtual time: exchange of NAS SP class %s, %d ranks, boundaries of %.1f"
                        + " and %.1f KB; %.2f s of work%n%14s %12s %12s %16s%n",
                problem,
                SIDE * SIDE,
                forward / 1e3,
                backward / 1e3,
                seconds,
                "",
                "ms per step",
                "s, " + STEPS + " steps",
                "against tupleq");
        steps.forEach((protocol, millis) ->
                System.out.printf(
                        Locale.ROOT,
                        "%14s %12.2f %12.2f %+15.1f%%%n",
                        protocol.title(),
                        millis,
                        millis * STEPS / 1e3,
                        100 * (millis / steps.get(OverlapProtocol.TUPLEQ) - 1)));
    }
}
