package org.strata.tests.system.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts cells that ran and passed, per dimension and value. */
final class Tally {
    private final Map<String, Map<String, int[]>> dimensions = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private int ran;
    private int passed;

    void add(Cell cell, boolean good) {
        ran++;
        passed += good ? 1 : 0;
        cell.values()
                .forEach((dimension, value) -> {
                    int[] counts =
                            dimensions
                                    .computeIfAbsent(dimension, d -> new TreeMap<>())
                                    .computeIfAbsent(value, v -> new int[2]);
                    counts[0]++;
                    counts[1] += good ? 1 : 0;
                });
        if (!good) {
            failures.add(cell + "\n    " + cell.command());
        }
    }

    /** Returns the table, and the cells that failed with the commands that repeat them. */
    String report() {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%nmatrix: %d cells ran, %d passed%n", ran, passed));
        dimensions.forEach((dimension, values) -> {
            text.append(String.format("  %-9s", dimension));
            values.forEach((value, counts) ->
                    text.append(String.format(" %s %d/%d ", value, counts[1], counts[0])));
            text.append(String.format("%n"));
        });
        failures.forEach(failure -> text.append("  FAILED ").append(failure).append('\n'));
        return text.toString();
    }
}
