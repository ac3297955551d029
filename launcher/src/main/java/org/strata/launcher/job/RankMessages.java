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

    private static final String DASHES = "-{20,}";

    private record Entry(List<String> lines, TreeSet<Integer> ranks) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final TreeSet<String> shown = new TreeSet<>();

    /** Adds a rank's message, boxed or not. */
    void add(int rank, String text) {
        List<String> lines = text.lines().filter(line -> !line.matches(DASHES)).toList();
        String title = lines.isEmpty() ? "" : lines.getFirst();
        if (entries.containsKey(title) || entries.size() < ENTRIES) {
            entries.computeIfAbsent(title, any -> new Entry(lines, new TreeSet<>()))
                    .ranks()
                    .add(rank);
        }
    }

    /** Returns the messages that have not been returned yet, each with its ranks. */
    List<List<String>> fresh() {
        List<List<String>> fresh = new ArrayList<>();
        entries.forEach((title, entry) -> {
            if (shown.add(title)) {
                List<String> lines = new ArrayList<>(entry.lines());
                if (entry.ranks().size() > 1) {
                    String ranks = Verdicts.ranges(List.copyOf(entry.ranks()));
                    lines.addAll(List.of("", "Ranks that say so: " + ranks));
                }
                fresh.add(lines);
            }
        });
        return fresh;
    }
}
