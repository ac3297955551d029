package org.strata.benchmarks.papers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What {@link BlockTimer} has printed in several rounds, by test and by way to go. */
final class TimesTable {
    private static final String WIDE = "%20s";

    private final Map<String, Map<String, Times>> tests = new LinkedHashMap<>();

    /** Times of one test by one way: the best of all rounds, and every round's median. */
    private static final class Times {
        private double best = Double.MAX_VALUE;
        private final List<Double> medians = new ArrayList<>();

        private double median() {
            Collections.sort(medians);
            return medians.get(medians.size() / 2);
        }
    }

    /** Takes the lines of a job that are results. */
    void take(String way, List<String> lines) {
        for (String line : lines) {
            String[] words = line.trim().split("\\s+");
            if (words.length == 4 && words[1].matches("\\d+")) {
                double best = Double.parseDouble(words[2]);
                add(words[0] + " " + words[1], way, best, Double.parseDouble(words[3]));
            }
        }
    }

    /** Takes one time of a test. */
    void add(String test, String way, double best, double median) {
        Times times =
                tests.computeIfAbsent(test, name -> new LinkedHashMap<>())
                        .computeIfAbsent(way, name -> new Times());
        times.best = Math.min(times.best, best);
        times.medians.add(median);
    }

    /** Returns the best time of a test by a way. */
    double best(String test, String way) {
        return tests.get(test).get(way).best;
    }

    /**
     * Prints a row per test: best (median) of each way, and ratios of the best.
     *
     * @param ratios pairs of ways: the first one's time divided by the second one's
     */
    void print(List<String> ways, List<List<String>> ratios) {
        StringBuilder head = new StringBuilder(String.format(WIDE, "test"));
        ways.forEach(way -> head.append(String.format(WIDE, way)));
        ratios.forEach(pair -> head.append(String.format(WIDE, String.join(" / ", pair))));
        System.out.println(head);
        tests.forEach((test, times) -> {
            StringBuilder row = new StringBuilder(String.format(WIDE, test));
            ways.forEach(way -> row.append(String.format(WIDE, text(times.get(way)))));
            for (List<String> pair : ratios) {
                double ratio = times.get(pair.getFirst()).best / times.get(pair.getLast()).best;
                row.append(String.format(WIDE, String.format(Locale.ROOT, "%.2f", ratio)));
            }
            System.out.println(row);
        });
    }

    private static String text(Times times) {
        return times == null
                ? "-"
                : String.format(Locale.ROOT, "%.3f (%.3f)", times.best, times.median());
    }
}
