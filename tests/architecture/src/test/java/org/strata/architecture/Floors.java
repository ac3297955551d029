package org.strata.architecture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The order of one room, as {@code inner-order.txt} has it: packages and classes by floor. */
final class Floors {
    private final String room;
    private final String root;

    /** By name of a package or of an outermost class: the number of its floor, from 0. */
    private final Map<String, Integer> floors = new HashMap<>();

    private int height;

    private Floors(String room, String root) {
        this.room = room;
        this.root = root;
    }

    static List<Floors> parse(List<String> lines) {
        List<Floors> rooms = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("[")) {
                int end = line.indexOf(']');
                rooms.add(new Floors(line.substring(1, end), line.substring(end + 1).strip()));
            } else {
                rooms.getLast().add(line.strip().split("\\s+"));
            }
        }
        return rooms;
    }

    private void add(String... names) {
        for (String name : names) {
            boolean simple = Character.isUpperCase(name.charAt(0));
            String whole = simple ? root + "." + name : name;
            if (floors.put(whole, height) != null) {
                throw new IllegalArgumentException(room + " has two lines with " + name);
            }
        }
        height++;
    }

    /** Adds what is wrong: classes without a floor, lines without a class, references upward. */
    void check(Map<String, Set<String>> classes, List<String> wrong) {
        Set<String> known = new HashSet<>();
        for (Map.Entry<String, Set<String>> one : classes.entrySet()) {
            String name = one.getKey();
            Integer floor = floor(name);
            if (floor != null) {
                known.add(place(name));
                one.getValue().forEach(other -> check(name, floor, other, wrong));
            } else if ((name + ".").startsWith(root + ".")) {
                wrong.add(room + ": " + name + " has no floor");
            }
        }
        floors.keySet().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> wrong.add(room + ": there is nothing on the floor of " + name));
    }

    private void check(String name, int floor, String other, List<String> wrong) {
        Integer below = floor(other);
        if (below == null || below < floor) {
            return;
        }
        boolean together = below == floor && samePackage(name, other);
        if (!together) {
            wrong.add(room + ": " + name + " -> " + other);
        }
    }

    private static boolean samePackage(String name, String other) {
        return ClassGraph.packageOf(name).equals(ClassGraph.packageOf(other));
    }

    /** Returns what the lines know a class by: its own name, or else its package's. */
    private String place(String name) {
        return floors.containsKey(name) ? name : ClassGraph.packageOf(name);
    }

    private Integer floor(String name) {
        return floors.get(place(name));
    }
}
