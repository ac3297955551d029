package org.strata.benchmarks.scaling;

import org.strata.benchmarks.scaling.QueueShape.Order;
import org.strata.benchmarks.scaling.QueueShape.Queue;
import org.strata.benchmarks.scaling.QueueShape.Wanted;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Costs by shape and number of entries, and the ratio of the last to the first. */
final class QueueTable {
    private static final String LINE = "cost ";
    private static final int WORDS = 6;

    private final String title;
    private final String unit;
    private final int[] entries;
    private final Map<QueueShape, TreeMap<Integer, Double>> costs = new LinkedHashMap<>();

    /**
     * @param entries numbers of entries, ascending
     */
    QueueTable(String title, String unit, int[] entries) {
        this.title = title;
        this.unit = unit;
        this.entries = entries.clone();
    }

    int[] entries() {
        return entries.clone();
    }

    void add(QueueShape shape, int count, double cost) {
        costs.computeIfAbsent(shape, s -> new TreeMap<>()).put(count, cost);
    }

    /** Adds what a line of {@link QueueProgram} says; ignores other lines. */
    void read(String line) {
        String[] words = line.split(" ");
        if (line.startsWith(LINE) && words.length == WORDS) {
            QueueShape shape =
                    new QueueShape(
                            Queue.valueOf(words[1]),
                            false,
                            Wanted.valueOf(words[2]),
                            Order.valueOf(words[3]));
            add(shape, Integer.parseInt(words[4]), Double.parseDouble(words[5]));
        }
    }

    /** Returns how a line begins that {@link #read} understands. */
    static String line(QueueShape shape, int count, double cost) {
        return LINE
                + shape.queue()
                + " "
                + shape.wanted()
                + " "
                + shape.order()
                + " "
                + count
                + " "
                + cost;
    }

    /** Returns the cost with the most entries divided by that with the fewest. */
    double ratio(QueueShape shape) {
        TreeMap<Integer, Double> row = costs.get(shape);
        return row.lastEntry().getValue() / row.firstEntry().getValue();
    }

    /** Prints the table; returns the shapes whose ratio is above a limit. */
    List<String> print(double limit) {
        System.out.printf("%n%s: %s by entries%n", title, unit);
        System.out.printf("%-11s %-8s %-15s %-9s", "queue", "sources", "receives name", "order");
        for (int count : entries) {
            System.out.printf(" %9d", count);
        }
        System.out.printf(" %7s%n", "ratio");
        List<String> missed = new ArrayList<>();
        costs.forEach((shape, row) -> {
            System.out.print(head(shape));
            row.values().forEach(cost -> System.out.printf(Locale.ROOT, " %9.1f", cost));
            boolean above = ratio(shape) > limit;
            System.out.printf(Locale.ROOT, " %7.2f%s%n", ratio(shape), above ? " !" : "");
            if (above) {
                missed.add(title + ": " + head(shape).strip().replaceAll(" +", " "));
            }
        });
        double worst = costs.keySet().stream().mapToDouble(this::ratio).max().orElse(0);
        System.out.printf(Locale.ROOT, "worst ratio %.2f, limit %.2f%n", worst, limit);
        return missed;
    }

    private static String head(QueueShape shape) {
        return String.format(
                Locale.ROOT,
                "%-11s %-8s %-15s %-9s",
                lower(shape.queue()),
                shape.manySources() ? "many" : "one",
                lower(shape.wanted()),
                lower(shape.order()));
    }

    private static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
