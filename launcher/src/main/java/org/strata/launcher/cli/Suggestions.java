package org.strata.launcher.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Names close to a mistyped one. */
final class Suggestions {
    private static final int AT_MOST = 3;

    private Suggestions() {}

    /** Returns the nearest names, nearest first; empty when none is near. */
    static List<String> near(String typed, Collection<String> names) {
        int tolerated = Math.max(1, typed.length() / 3);
        return names.stream()
                .filter(name -> name.length() > 1)
                .filter(name ->
                        distance(typed, name) <= tolerated
                                || (typed.length() > 3 && name.startsWith(typed)))
                .sorted(Comparator.comparingInt(name -> distance(typed, name)))
                .limit(AT_MOST)
                .toList();
    }

    /** Levenshtein's distance. */
    static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
