package org.strata.tests.system.matrix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Orders cells so that the first ones say most. */
final class Order {
    private static final long SHUFFLE = 1;

    private Order() {}

    /**
     * Returns the cells in an order that is always the same: first, one after another, the one with
     * most pairs of values that no cell before it has; when no pair is left, the rest at random.
     */
    static List<Cell> pairsFirst(List<Cell> cells) {
        List<Cell> left = new ArrayList<>(cells);
        Collections.shuffle(left, new Random(SHUFFLE));
        List<Cell> ordered = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        while (!left.isEmpty()) {
            Cell best = null;
            int most = 0;
            for (Cell cell : left) {
                int fresh = fresh(cell, seen);
                if (fresh > most) {
                    most = fresh;
                    best = cell;
                }
            }
            if (best == null) {
                ordered.addAll(left);
                return ordered;
            }
            seen.addAll(pairs(best));
            left.remove(best);
            ordered.add(best);
        }
        return ordered;
    }

    private static int fresh(Cell cell, Set<String> seen) {
        int count = 0;
        for (String pair : pairs(cell)) {
            count += seen.contains(pair) ? 0 : 1;
        }
        return count;
    }

    /** Returns all pairs of a cell's values. */
    static List<String> pairs(Cell cell) {
        List<Map.Entry<String, String>> values = List.copyOf(cell.values().entrySet());
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            for (int j = i + 1; j < values.size(); j++) {
                pairs.add(values.get(i) + " " + values.get(j));
            }
        }
        return pairs;
    }
}
