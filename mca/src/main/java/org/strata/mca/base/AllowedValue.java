package org.strata.mca.base;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A value that a parameter of type ENUM allows, or a word that one of type SIZE allows besides
 * sizes.
 *
 * @param name the value
 * @param number that users may write instead of the name, or {@link #NO_NUMBER}
 * @param help its meaning, in sentences; empty where the help of the parameter contains it
 */
public record AllowedValue(String name, int number, String help) {
    /** For a value that is written by its name only. */
    public static final int NO_NUMBER = -1;

    /** Returns values that are numbered from 0 by their place. */
    static List<AllowedValue> numbered(String... names) {
        List<AllowedValue> values = new ArrayList<>();
        for (String name : names) {
            values.add(new AllowedValue(name, values.size(), ""));
        }
        return values;
    }

    /** Returns values that are written by their names only. */
    static List<AllowedValue> words(String... names) {
        return Arrays.stream(names).map(name -> new AllowedValue(name, NO_NUMBER, "")).toList();
    }

    /** Returns the name, with the number where there is one: {@code "ring (4)"}. */
    String label() {
        return number == NO_NUMBER ? name : name + " (" + number + ")";
    }
}
