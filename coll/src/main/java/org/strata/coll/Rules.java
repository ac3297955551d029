package org.strata.coll;

import org.strata.coll.base.Choice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Which algorithm for which collective, communicator size and message size. Of the rows of a
 * collective, those with the largest communicator size that is not above the actual one count; of
 * these, the one with the largest message size that is not above the actual one.
 */
final class Rules {
    private final Map<Collective, List<Row>> rows = new EnumMap<>(Collective.class);
    private final Rules otherwise;

    /**
     * One line of a rules table.
     *
     * @param size smallest communicator
     * @param bytes smallest message
     * @param choice without an algorithm: leave it to the other rules
     */
    record Row(Collective collective, int size, long bytes, Choice choice) {}

    Rules(List<Row> all) {
        this(all, null);
    }

    private Rules(List<Row> all, Rules otherwise) {
        this.otherwise = otherwise;
        for (Row row : all) {
            rows.computeIfAbsent(row.collective(), c -> new ArrayList<>()).add(row);
        }
        Comparator<Row> order = Comparator.comparingInt(Row::size).thenComparingLong(Row::bytes);
        rows.values().forEach(list -> list.sort(order));
    }

    /** Returns these rules, and others for what these leave open. */
    Rules otherwise(Rules others) {
        return new Rules(rows.values().stream().flatMap(List::stream).toList(), others);
    }

    /** Returns the rules that hold for communicators of one size. */
    ForSize forSize(int size) {
        Collective[] collectives = Collective.values();
        long[][] bytes = new long[collectives.length][];
        Choice[][] choices = new Choice[collectives.length][];
        for (Collective collective : collectives) {
            List<Row> fitting = fitting(rows.getOrDefault(collective, List.of()), size);
            int at = collective.ordinal();
            bytes[at] = fitting.stream().mapToLong(Row::bytes).toArray();
            choices[at] = fitting.stream().map(Row::choice).toArray(Choice[]::new);
        }
        ForSize rest = otherwise == null ? null : otherwise.forSize(size);
        return new ForSize(bytes, choices, rest);
    }

    private static List<Row> fitting(List<Row> all, int size) {
        int largest = all.stream().mapToInt(Row::size).filter(s -> s <= size).max().orElse(-1);
        return all.stream().filter(row -> row.size() == largest).toList();
    }

    /** The rules for one communicator size, quick to look up. */
    static final class ForSize {
        private final long[][] bytes;
        private final Choice[][] choices;
        private final ForSize otherwise;

        private ForSize(long[][] bytes, Choice[][] choices, ForSize otherwise) {
            this.bytes = bytes;
            this.choices = choices;
            this.otherwise = otherwise;
        }

        /** Returns the choice for a message, null when no row fits. */
        Choice choose(Collective collective, long messageBytes) {
            long[] from = bytes[collective.ordinal()];
            int row = from.length - 1;
            while (row >= 0 && from[row] > messageBytes) {
                row--;
            }
            Choice choice = row < 0 ? null : choices[collective.ordinal()][row];
            if ((choice == null || choice.algorithm() == null) && otherwise != null) {
                return otherwise.choose(collective, messageBytes);
            }
            return choice;
        }
    }
}
