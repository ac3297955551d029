package org.strata.tests.system.matrix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which cells run: {@code dimension=value,…}, as in {@code
 * mode=engine,ranks=2+4,protocol=rget,cells=1-100}. Several values are joined by a plus; {@code
 * cells} are places in the order of all cells, from 1.
 */
final class Filter {
    private static final String CELLS = "cells";

    private final Map<String, List<String>> wanted = new TreeMap<>();
    private int first = 1;
    private int last = Integer.MAX_VALUE;

    /**
     * @param text empty for all cells
     * @param all the cells there are
     * @throws IllegalArgumentException when it names a dimension or value that no cell has
     */
    Filter(String text, List<Cell> all) {
        for (String part : text.isBlank() ? new String[0] : text.split(",")) {
            String[] sides = part.strip().split("=", 2);
            if (sides.length < 2) {
                throw new IllegalArgumentException("\"" + part + "\" is not dimension=value");
            }
            if (sides[0].equals(CELLS)) {
                range(sides[1]);
            } else {
                List<String> values = List.of(sides[1].split("\\+"));
                values.forEach(value -> checkKnown(sides[0], value, all));
                wanted.put(sides[0], values);
            }
        }
    }

    private void range(String text) {
        String[] ends = text.split("-", 2);
        try {
            first = Integer.parseInt(ends[0]);
            last = ends.length < 2 ? first : Integer.parseInt(ends[1]);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("cells=" + text + " is not cells=FROM-TO", e);
        }
    }

    private static void checkKnown(String dimension, String value, List<Cell> all) {
        TreeSet<String> dimensions = new TreeSet<>(all.getFirst().values().keySet());
        if (!dimensions.contains(dimension)) {
            dimensions.add(CELLS);
            throw new IllegalArgumentException(
                    "no dimension \"" + dimension + "\"; there are " + dimensions);
        }
        TreeSet<String> values = new TreeSet<>();
        all.forEach(cell -> values.add(cell.values().get(dimension)));
        if (!values.contains(value)) {
            throw new IllegalArgumentException(
                    "no " + dimension + "=" + value + "; there are " + values);
        }
    }

    /** Returns the places, from 1, of the cells that run. */
    List<Integer> places(List<Cell> all) {
        List<Integer> places = new ArrayList<>();
        for (int place = Math.max(1, first); place <= Math.min(last, all.size()); place++) {
            Map<String, String> values = all.get(place - 1).values();
            if (wanted.entrySet().stream()
                    .allMatch(e -> e.getValue().contains(values.get(e.getKey())))) {
                places.add(place);
            }
        }
        return places;
    }
}
