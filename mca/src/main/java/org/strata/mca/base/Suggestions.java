package org.strata.mca.base;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the names that a user may have meant by a mistyped one: by edit distance and common words.
 */
public final class Suggestions {
    private static final int MOST = 3;

    private Suggestions() {}

    /** Returns {@code " Did you mean A or B?"}, or "" when no name is near. */
    static String didYouMean(String typed, Collection<String> known) {
        List<String> near = nearest(typed, known);
        return near.isEmpty() ? "" : " Did you mean " + String.join(" or ", near) + "?";
    }

    /** Returns the nearest of the known names, nearest first; empty when none is near. */
    public static List<String> nearest(String typed, Collection<String> known) {
        String word = typed.toLowerCase(Locale.ROOT);
        record Scored(String name, double cost) {}
        List<Scored> scored = new ArrayList<>();
        for (String name : known) {
            double cost = cost(word, name);
            if (cost < 1) {
                scored.add(new Scored(name, cost));
            }
        }
        scored.sort(Comparator.comparingDouble(Scored::cost).thenComparing(Scored::name));
        double bound = scored.isEmpty() ? 0 : scored.getFirst().cost() + 0.25;
        return scored.stream()
                .filter(s -> s.cost() <= bound)
                .limit(MOST)
                .map(Scored::name)
                .toList();
    }

    /** Returns 0 for equal names, less than 1 for near ones. */
    private static double cost(String word, String name) {
        int allowed = Math.max(1, Math.min(4, word.length() / 3));
        double byLetters = distance(word, name) / (allowed + 1.0);
        return Math.min(byLetters, byWords(word, name));
    }

    private static double byWords(String word, String name) {
        Set<String> typed = Set.copyOf(Arrays.asList(word.split("_")));
        Set<String> other = Set.copyOf(Arrays.asList(name.split("_")));
        if (typed.size() < 2) {
            return 1;
        }
        double common = typed.stream().filter(other::contains).count();
        double share = common / Math.max(typed.size(), other.size());
        return share > 0.6 ? 1.2 - share : 1;
    }

    /** Damerau-Levenshtein distance: insertions, deletions, substitutions, swapped neighbours. */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int best = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1);
                best = Math.min(best, d[i - 1][j - 1] + change);
                boolean swapped =
                        i > 1
                                && j > 1
                                && a.charAt(i - 1) == b.charAt(j - 2)
                                && a.charAt(i - 2) == b.charAt(j - 1);
                d[i][j] = swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
            }
        }
        return d[a.length()][b.length()];
    }
}
