package org.strata.launcher.job;

import org.strata.mca.base.Printable;
import org.strata.opal.progress.Completion.WaitState.Arrived;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The report of a job that may hang, as text: a table in which ranks with the same wait share a
 * line, deadlocks, messages that have arrived and that nobody receives. It has 25 lines at most,
 * whatever the number of ranks.
 */
final class HangReport {
    private static final int MOST_GROUPS = 12;
    private static final int MOST_DEADLOCKS = 3;
    private static final int MOST_ARRIVED = 3;
    private static final int MOST_RUNS = 8;

    /** A cell that is longer moves the rest of its line. */
    private static final int WIDEST = 44;

    private static final int GAP = 2;
    private static final List<String> TITLES = List.of("rank", "in", "waits for", "at");
    private static final Pattern OTHER_RANK = Pattern.compile("\\brank \\d+");

    private final List<Row> rows = new ArrayList<>();
    private final List<String> arrived = new ArrayList<>();

    /**
     * What a thread of a rank does.
     *
     * @param rank the rank
     * @param thread the thread's name where several of the rank wait; else empty
     * @param call the call of MPI, or what else it does
     * @param awaited what the call waits for; empty if that is unknown
     * @param caller where the program calls it; empty if that is unknown
     */
    record Row(int rank, String thread, String call, String awaited, String caller) {
        private Row ofAnyRank(UnaryOperator<String> simplified) {
            return new Row(0, thread, call, simplified.apply(awaited), caller);
        }
    }

    void add(Row row) {
        rows.add(row);
    }

    /** Notes messages that have arrived at a rank which waits for something else. */
    void arrived(int rank, Collection<Arrived> messages, String awaited) {
        for (Arrived message : messages) {
            arrived.add(
                    "at rank "
                            + rank
                            + ", of rank "
                            + message.rank()
                            + ": "
                            + message.count()
                            + (message.count() == 1 ? " message" : " messages")
                            + ", tag "
                            + message.tag()
                            + ", "
                            + message.bytes()
                            + " bytes; it waits for "
                            + awaited);
        }
    }

    /**
     * Returns the lines.
     *
     * @param job the job's name
     * @param stuck the ranks that wait for each other; none if that is not known
     * @param deadlocks a line for each deadlock
     */
    List<String> lines(String job, Collection<Integer> stuck, List<String> deadlocks) {
        List<String> lines = new ArrayList<>();
        lines.add("job " + job + ": " + headline(stuck));
        lines.addAll(table());
        addSome(lines, deadlocks, MOST_DEADLOCKS, "", "deadlocks");
        addSome(lines, arrived, MOST_ARRIVED, "arrived, and not received: ", "kinds of messages");
        return lines.stream().map(Printable::text).toList();
    }

    private static void addSome(
            List<String> lines, List<String> more, int most, String title, String what) {
        more.stream().limit(most).forEach(line -> lines.add(title + line));
        if (more.size() > most) {
            lines.add("and " + (more.size() - most) + " more " + what);
        }
    }

    private static String headline(Collection<Integer> stuck) {
        if (stuck.isEmpty()) {
            return "what its ranks do";
        }
        boolean one = stuck.size() == 1;
        return (one ? "rank " : "ranks ")
                + ranges(stuck)
                + (one ? " waits for itself" : " wait for each other")
                + " and cannot go on";
    }

    private List<String> table() {
        Map<Row, TreeSet<Integer>> groups = groups(text -> text);
        if (groups.size() > MOST_GROUPS) {
            // Of neighbours in a ring each waits for another one.
            groups = groups(text -> OTHER_RANK.matcher(text).replaceAll("another rank"));
        }
        List<Map.Entry<Row, TreeSet<Integer>>> shown = new ArrayList<>(groups.entrySet());
        if (shown.size() > MOST_GROUPS) {
            shown.sort(Comparator.comparingInt(group -> -group.getValue().size()));
            shown = shown.subList(0, MOST_GROUPS);
        }
        List<List<String>> cells = new ArrayList<>();
        cells.add(TITLES);
        for (Map.Entry<Row, TreeSet<Integer>> group : shown) {
            Row row = group.getKey();
            String thread = row.thread().isEmpty() ? "" : " (" + row.thread() + ")";
            cells.add(
                    List.of(
                            ranges(group.getValue()) + thread,
                            row.call(),
                            row.awaited(),
                            row.caller()));
        }
        List<String> lines = new ArrayList<>(aligned(cells));
        if (groups.size() > shown.size()) {
            long others =
                    groups.values().stream().flatMap(Collection::stream).distinct().count()
                            - shown.stream()
                                    .flatMap(group -> group.getValue().stream())
                                    .distinct()
                                    .count();
            lines.add(
                    "  and "
                            + (groups.size() - shown.size())
                            + " other waits, of "
                            + others
                            + " other ranks");
        }
        return lines;
    }

    private Map<Row, TreeSet<Integer>> groups(UnaryOperator<String> simplified) {
        Map<Row, TreeSet<Integer>> groups = new LinkedHashMap<>();
        for (Row row : rows) {
            groups.computeIfAbsent(row.ofAnyRank(simplified), key -> new TreeSet<>())
                    .add(row.rank());
        }
        return groups;
    }

    private static List<String> aligned(List<List<String>> cells) {
        int[] widths = new int[TITLES.size()];
        for (List<String> line : cells) {
            for (int i = 0; i < widths.length; i++) {
                int length = line.get(i).length();
                widths[i] = Math.max(widths[i], length <= WIDEST ? length : 0);
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> line : cells) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                int width = widths[i];
                text.append(" ".repeat(GAP)).append(line.get(i));
                text.append(" ".repeat(Math.max(0, width - line.get(i).length())));
            }
            lines.add(text.toString().stripTrailing());
        }
        return lines;
    }

    /** Returns numbers as ranges: {@code 0-3,7}. */
    static String ranges(Collection<Integer> numbers) {
        List<String> runs = new ArrayList<>();
        int first = -1;
        int last = -2;
        for (int number : new TreeSet<>(numbers)) {
            if (number != last + 1) {
                addRun(first, last, runs);
                first = number;
            }
            last = number;
        }
        addRun(first, last, runs);
        if (runs.size() > MOST_RUNS) {
            return String.join(",", runs.subList(0, MOST_RUNS)) + ",... (" + numbers.size() + ")";
        }
        return String.join(",", runs);
    }

    private static void addRun(int first, int last, List<String> runs) {
        if (last >= 0) {
            runs.add(first == last ? "" + first : first + "-" + last);
        }
    }
}
