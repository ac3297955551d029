package org.strata.launcher.job;

import org.strata.mca.base.Printable;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The ranks' requests to end the job. Ranks that say the same, but for their own names, are one
 * entry, as Open MPI aggregates its help texts. Belongs to the job's thread.
 */
final class AbortLog {
    /** Entries are kept up to this number: ranks may all say something else. */
    private static final int ENTRIES = 16;

    private record Entry(String message, String details, TreeSet<Integer> ranks) {}

    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** The ranks that have asked: each is named once, however many of its threads fail. */
    private final Set<Integer> heard = new HashSet<>();

    /**
     * Adds a request; only the first one of each rank counts.
     *
     * @param rank whose request it is
     * @param message what it says; the rank's own name is "Rank N" at its start
     * @param details the lines of the error; the rank's own names are in brackets
     */
    void add(int rank, String message, String details) {
        if (!heard.add(rank)) {
            return;
        }
        String sentence = message.replaceFirst("^Rank " + rank + "\\b", "Rank");
        String key = sentence + "\n" + details.replaceAll("\\[[^\\]]*\\]", "");
        if (entries.containsKey(key) || entries.size() < ENTRIES) {
            entries.computeIfAbsent(key, any -> new Entry(message, details, new TreeSet<>()))
                    .ranks()
                    .add(rank);
        }
    }

    /** Returns the ranks that the sentences name. */
    Set<Integer> ranks() {
        Set<Integer> named = new HashSet<>();
        entries.values().forEach(entry -> named.addAll(entry.ranks()));
        return named;
    }

    /** Returns the sentences of all entries, with the ranks of each. */
    List<String> sentences() {
        return entries.values().stream().map(AbortLog::sentence).toList();
    }

    private static String sentence(Entry entry) {
        if (entry.ranks().size() == 1) {
            return entry.message();
        }
        String ranks = "Ranks " + Verdicts.ranges(List.copyOf(entry.ranks()));
        return entry.message().startsWith("Rank ")
                ? entry.message().replaceFirst("^Rank \\d+", ranks)
                : entry.message() + " (" + ranks + ")";
    }

    /** Returns the details of all entries, those of one of its ranks each; empty for none. */
    String details() {
        StringBuilder lines = new StringBuilder();
        for (Entry entry : entries.values()) {
            entry.details()
                    .lines()
                    .map(Printable::text)
                    .forEach(line -> lines.append(line).append('\n'));
        }
        return lines.toString();
    }
}
