package org.strata.launcher.job;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Messages of ranks that mpirun shows once for all ranks whose messages begin with the same
 * paragraph. They wait for a moment, since ranks fail together. Belongs to the job's thread.
 */
final class RankMessages {
    /** Different messages are kept up to this number. */
    private static final int ENTRIES = 16;

    /** Characters of a first line that is shown once more. */
    private static final int WIDTH = 74;

    private static final String DASHES = "-{20,}";

    /** A message of the ranks it came from, and of those that came after it was shown. */
    private static final class Entry {
        final List<String> lines;
        final TreeSet<Integer> ranks = new TreeSet<>();
        final TreeSet<Integer> late = new TreeSet<>();
        boolean shown;

        Entry(List<String> lines) {
            this.lines = lines;
        }

        void add(int rank) {
            if (!shown) {
                ranks.add(rank);
            } else if (!ranks.contains(rank)) {
                late.add(rank);
            }
        }

        List<String> show() {
            shown = true;
            List<String> text = new ArrayList<>(lines);
            if (ranks.size() > 1) {
                text.addAll(List.of("", "Ranks that say so: " + ranges(ranks)));
            }
            return text;
        }
    }

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** Adds a rank's message, boxed or not. */
    void add(int rank, String text) {
        List<String> lines = text.lines().filter(line -> !line.matches(DASHES)).toList();
        String title = lines.isEmpty() ? "" : lines.getFirst();
        if (entries.containsKey(title) || entries.size() < ENTRIES) {
            entries.computeIfAbsent(title, any -> new Entry(lines)).add(rank);
        }
    }

    /** Returns the messages that have not been returned yet, each with its ranks. */
    List<List<String>> fresh() {
        return entries.values().stream().filter(entry -> !entry.shown).map(Entry::show).toList();
    }

    /**
     * Returns what is left at the job's end: {@link #fresh}, and in one message the ranks that said
     * later what had been returned, since nothing else names them.
     */
    List<List<String>> rest() {
        List<List<String>> rest = new ArrayList<>(fresh());
        List<String> later = new ArrayList<>(List.of("Later other ranks said the same:", ""));
        entries.forEach((title, entry) -> {
            if (!entry.late.isEmpty()) {
                later.add("  ranks " + ranges(entry.late) + ": " + brief(title));
                entry.late.clear();
            }
        });
        if (later.size() > 2) {
            rest.add(later);
        }
        return rest;
    }

    private static String brief(String title) {
        return title.length() <= WIDTH ? title : title.substring(0, WIDTH - 3) + "...";
    }

    private static String ranges(TreeSet<Integer> ranks) {
        return Verdicts.ranges(List.copyOf(ranks));
    }
}
