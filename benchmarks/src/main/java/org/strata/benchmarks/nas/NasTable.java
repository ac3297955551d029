package org.strata.benchmarks.nas;

import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The outcomes of one class as a table and as a plot. */
final class NasTable {
    private NasTable() {}

    /** Prints the table; returns whether every run was verified. */
    static boolean print(String nasClass, Map<Kernel, TreeMap<Integer, Outcome>> table) {
        System.out.printf("%nNAS class %s%n", nasClass);
        System.out.printf(
                "%-8s %6s %10s %12s %10s %14s %11s%n",
                "kernel", "ranks", "verified", "seconds", "MPI %", "Mop/s", "efficiency");
        boolean verified = true;
        for (var row : table.entrySet()) {
            for (var run : row.getValue().entrySet()) {
                Outcome outcome = run.getValue();
                verified &= outcome.verified();
                System.out.printf(
                        Locale.ROOT,
                        "%-8s %6d %10s %12.2f %10.1f %14.1f %11.2f%n",
                        row.getKey(),
                        run.getKey(),
                        outcome.verified() ? "yes" : "NO",
                        outcome.seconds(),
                        outcome.percentInMpi(),
                        outcome.rate(),
                        efficiency(row.getValue(), run.getKey()));
            }
        }
        return verified;
    }

    /** Returns a run's efficiency against the one with the fewest ranks. */
    static double efficiency(TreeMap<Integer, Outcome> runs, int ranks) {
        return runs.get(ranks).efficiency(ranks, runs.firstEntry().getValue(), runs.firstKey());
    }

    /** Returns what words of mpirun cost: a line per number of ranks that ran with them, too. */
    static List<String> ratios(
            Kernel kernel,
            String words,
            TreeMap<Integer, Outcome> without,
            TreeMap<Integer, Outcome> with) {
        List<String> lines = new ArrayList<>();
        with.forEach((ranks, outcome) -> {
            // Rates have more digits than the printed seconds.
            double ratio = without.get(ranks).rate() / outcome.rate();
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "%s, %d ranks, time with %s / without: %.4f",
                            kernel,
                            ranks,
                            words.strip(),
                            ratio));
        });
        return lines;
    }

    /** Draws the efficiency by ranks; returns the file. */
    static Path draw(Path directory, String nasClass, Map<Kernel, TreeMap<Integer, Outcome>> table)
            throws IOException {
        Files.createDirectories(directory);
        XYChart chart =
                new XYChartBuilder()
                        .width(800)
                        .height(500)
                        .title("NAS class " + nasClass)
                        .xAxisTitle("ranks")
                        .yAxisTitle("parallel efficiency")
                        .build();
        chart.getStyler().setYAxisMin(0.0);
        table.forEach((kernel, runs) -> {
            List<Integer> ranks = new ArrayList<>(runs.keySet());
            List<Double> values = ranks.stream().map(count -> efficiency(runs, count)).toList();
            if (!values.isEmpty() && values.stream().allMatch(Double::isFinite)) {
                chart.addSeries(kernel.name(), ranks, values);
            }
        });
        Path file = directory.resolve("efficiency-" + nasClass + ".png");
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
        return file;
    }
}
