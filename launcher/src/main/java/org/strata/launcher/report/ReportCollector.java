package org.strata.launcher.report;

import org.strata.opal.report.NumbersCodec;
import org.strata.opal.report.NumbersCodec.DamagedException;

import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Receives the numbers of a job's ranks as they end, and makes the report. Nothing that goes wrong
 * here ends or changes the job. Any thread.
 */
public final class ReportCollector {
    /** Lines about missing ranks, at most. */
    private static final int MISSING = 4;

    private static final String UNFINISHED = "ended before MPI.Finalize";
    private static final String NOTHING = "which left no numbers";

    private final JobNumbers numbers = new JobNumbers();
    private final Map<String, TreeSet<Integer>> missing = new TreeMap<>();
    private final ReportTarget target;

    /**
     * @param target where the report goes; null for the summary alone
     */
    public ReportCollector(ReportTarget target) {
        this.target = target;
    }

    /**
     * What mpirun says of a job.
     *
     * @param job its name
     * @param started when, for people
     * @param version Strata's
     * @param command what the user has typed
     * @param ranks number of its ranks
     * @param worlds in how many worlds these are; 0 if that is not known
     * @param ended how it has ended
     * @param processors usable processors of each host; 0 where that is not known
     * @param parameters those that differ from their defaults
     */
    public record Facts(
            String job,
            String started,
            String version,
            String command,
            int ranks,
            int worlds,
            String ended,
            Map<String, Integer> processors,
            List<String> parameters) {}

    /**
     * Adds the numbers of a rank that has ended.
     *
     * @param bytes what it has written last, or null
     * @param reason why that is missing, if it is; else what is said of a rank that has not
     *     finalized MPI
     */
    public synchronized void add(int rank, String host, byte[] bytes, String reason) {
        if (bytes == null) {
            miss(rank, host, reason);
            return;
        }
        try {
            var read = NumbersCodec.decode(bytes);
            if (read.rank() != rank) {
                miss(rank, host, "its numbers are those of another rank");
            } else {
                numbers.add(read, host, reason);
            }
        } catch (DamagedException e) {
            miss(rank, host, e.getMessage());
        }
    }

    /**
     * Adds what a rank has left that has ended.
     *
     * @param bytes what it has written last; null for nothing
     */
    public void add(int rank, String host, byte[] bytes) {
        add(rank, host, bytes, bytes == null ? NOTHING : UNFINISHED);
    }

    /** Returns a time of day, for {@link Facts#started}. */
    public static String time(Instant when) {
        OffsetDateTime time = when.atZone(ZoneId.systemDefault()).toOffsetDateTime();
        ZoneOffset offset = time.getOffset();
        // Without a formatter, as in Amounts.fixed.
        return time.toLocalDate()
                + " "
                + two(time.getHour())
                + ":"
                + two(time.getMinute())
                + ":"
                + two(time.getSecond())
                + " "
                + (offset.equals(ZoneOffset.UTC) ? "+00:00" : offset.getId());
    }

    private static String two(int number) {
        return (number < 10 ? "0" : "") + number;
    }

    private void miss(int rank, String host, String reason) {
        missing.computeIfAbsent("host " + host + ", " + reason, any -> new TreeSet<>()).add(rank);
    }

    /** Adds ranks whose numbers nobody has sent: their host is lost. */
    public synchronized void lost(int rank, String host) {
        boolean known = numbers.rows().stream().anyMatch(row -> row.rank() == rank);
        boolean noted = missing.values().stream().anyMatch(ranks -> ranks.contains(rank));
        if (!known && !noted) {
            miss(rank, host, "which was lost");
        }
    }

    /**
     * Writes the report, and returns the lines for the user: the summary, and where the report is
     * or why it is not.
     */
    public synchronized List<String> finish(Facts facts) {
        JobHeader header =
                new JobHeader(
                        facts.job(),
                        facts.started(),
                        facts.version(),
                        Runtime.version().toString(),
                        facts.command(),
                        facts.ranks(),
                        facts.worlds(),
                        facts.ended(),
                        Collections.unmodifiableMap(facts.processors()),
                        List.copyOf(facts.parameters()));
        JobReport report = JobReport.of(header, numbers, missingLines());
        List<String> lines = new ArrayList<>(SummaryText.lines(report));
        if (target != null) {
            try {
                target.write(report);
                lines.add("  report: " + target.file());
            } catch (IOException | RuntimeException e) {
                lines.add(
                        "  no report: " + target.file() + " cannot be written: " + e.getMessage());
            }
        }
        return lines;
    }

    private List<String> missingLines() {
        List<String> lines = new ArrayList<>();
        missing.forEach((why, ranks) -> {
            String names = ranks.size() == 1 ? "rank " + ranks.first() : ranges(ranks);
            if (lines.size() < MISSING) {
                lines.add(names + ": " + why);
            }
        });
        if (missing.size() > MISSING) {
            lines.set(MISSING - 1, "and others");
        }
        return lines;
    }

    private static String ranges(TreeSet<Integer> ranks) {
        StringBuilder text = new StringBuilder("ranks ");
        int begin = ranks.first();
        int end = begin;
        for (int rank : ranks.tailSet(begin, false)) {
            if (rank != end + 1) {
                append(text, begin, end).append(", ");
                begin = rank;
            }
            end = rank;
        }
        return append(text, begin, end).toString();
    }

    private static StringBuilder append(StringBuilder text, int begin, int end) {
        return text.append(begin).append(end > begin ? "-" + end : "");
    }
}
