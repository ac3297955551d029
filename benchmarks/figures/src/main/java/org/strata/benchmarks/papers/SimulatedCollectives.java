package org.strata.benchmarks.papers;

import org.strata.testkit.timed.Costs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** P3's figures 15 to 17 in virtual time: queues against rings, by size and number of ranks. */
final class SimulatedCollectives {
    /** The last one goes by rendezvous. */
    private static final int[] SIZES = {8, 64, 512, 1024, 4096};

    private static final int CALLS = 64;
    private static final int DRAWN = 8;

    private final Costs costs;
    private final long callNanos;
    private final Function<Boolean, Map<String, String>> parameters;

    /**
     * @param callNanos as in {@link FastModel}
     * @param parameters of the stack with rings (true), or without
     */
    SimulatedCollectives(
            Costs costs, long callNanos, Function<Boolean, Map<String, String>> parameters) {
        this.costs = costs;
        this.callNanos = callNanos;
        this.parameters = parameters;
    }

    /** Returns so many ranks. */
    CollectiveModel model(boolean fast, int ranks) {
        int largest = SIZES[SIZES.length - 1];
        return new CollectiveModel(ranks, costs, callNanos, parameters.apply(fast), largest);
    }

    /** Runs all, prints a table with a row per operation, and draws the shortest of each. */
    void report(int[] ranks, Path plots) throws IOException {
        Figure figure = new Figure("P3 in virtual time: collectives of 8 bytes", "ranks", "us");
        Map<String, List<double[]>> rows = new LinkedHashMap<>();
        for (int count : ranks) {
            System.err.printf("papers: P3 collectives, %d ranks%n", count);
            Map<String, Double> queues = times(false, count);
            Map<String, Double> rings = times(true, count);
            queues.forEach((operation, micros) -> {
                double[] pair = {micros, rings.get(operation)};
                rows.computeIfAbsent(operation, name -> new ArrayList<>()).add(pair);
                if (operation.equals("barrier") || operation.endsWith(" " + DRAWN)) {
                    String curve = operation.split(" ")[0];
                    figure.best(curve + ", queues", count, pair[0]);
                    figure.best(curve + ", rings", count, pair[1]);
                }
            });
        }
        System.out.printf(
                "%nP3 in virtual time: collectives, us per call (a broadcast with a barrier)%n%16s",
                "ranks");
        for (int count : ranks) {
            System.out.printf("%29d", count);
        }
        System.out.printf("%n%16s", "bytes");
        for (int i = 0; i < ranks.length; i++) {
            System.out.printf("%11s%9s%9s", "queues", "rings", "");
        }
        System.out.println();
        rows.forEach((operation, pairs) -> {
            System.out.printf("%16s", operation);
            pairs.forEach(SimulatedCollectives::print);
            System.out.println();
        });
        System.out.println("plot: " + figure.draw(plots, "P3-virtual-collectives", true));
    }

    private static void print(double[] pair) {
        double gain = 100 * (pair[1] / pair[0] - 1);
        System.out.printf(Locale.ROOT, "%11.2f%9.2f%+8.1f%%", pair[0], pair[1], gain);
    }

    private Map<String, Double> times(boolean fast, int ranks) {
        Map<String, Double> times = new LinkedHashMap<>();
        try (CollectiveModel model = model(fast, ranks)) {
            times.put("barrier", model.barrier(CALLS));
            for (int bytes : SIZES) {
                times.put("allreduce " + bytes, model.allreduce(bytes, CALLS));
            }
            for (int bytes : SIZES) {
                times.put("broadcast " + bytes, model.broadcast(bytes, CALLS));
            }
        }
        return times;
    }
}
