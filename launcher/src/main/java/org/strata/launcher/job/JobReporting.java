package org.strata.launcher.job;

import org.strata.ess.base.Ownership;
import org.strata.launcher.cli.JobRequest.Chatter;
import org.strata.launcher.live.LiveMetrics;
import org.strata.launcher.map.Plan;
import org.strata.launcher.report.ReportCollector;
import org.strata.launcher.timeline.ClockExchange;
import org.strata.launcher.timeline.JobTimeline;
import org.strata.mca.base.InfoFacts;
import org.strata.mca.base.Printable;
import org.strata.opal.report.NumbersFile;
import org.strata.opal.report.TimelineFile;
import org.strata.opal.sys.HostFiles;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The report of a job: takes the numbers of each rank when its process has ended, however that was,
 * and writes the report when the job is over. Does nothing where no report is wanted.
 */
public final class JobReporting {
    private static final Path SHARED_MEMORY = HostFiles.sharedMemory();

    private final ReportCollector collector;
    private final JobTimeline timeline;
    private final String command;
    private final LiveMetrics.Wanted live;
    private final Instant started = Instant.now();

    /** Null without a report. */
    private final Supplier<List<String>> parameters;

    /** What takes some milliseconds to find, found while the ranks run; null before. */
    private Surroundings found;

    private record Surroundings(String started, String version, List<String> parameters) {}

    private JobReporting(
            ReportCollector collector,
            JobTimeline timeline,
            String command,
            Supplier<List<String>> parameters,
            LiveMetrics.Wanted live) {
        this.live = live;
        this.collector = collector;
        this.timeline = timeline;
        this.command = command;
        this.parameters = parameters;
    }

    private synchronized Surroundings surroundings() {
        if (found == null) {
            String time = ReportCollector.time(started);
            List<String> changed = parameters == null ? List.of() : parameters.get();
            found = new Surroundings(time, InfoFacts.installedVersion(), changed);
        }
        return found;
    }

    /** Returns the reporting of a job that has no report. */
    public static JobReporting none(LiveMetrics.Wanted live) {
        return new JobReporting(null, null, "", null, live);
    }

    /**
     * Returns the reporting of a job.
     *
     * @param collector makes the report; null for none
     * @param timeline makes the timeline; null for none
     * @param plan the job
     * @param parameters returns those that differ from their defaults, for any thread
     * @param live what is shown of it while it runs
     */
    public static JobReporting of(
            ReportCollector collector,
            JobTimeline timeline,
            Plan plan,
            Supplier<List<String>> parameters,
            LiveMetrics.Wanted live) {
        String command =
                plan.programs().stream()
                        .map(program -> String.join(" ", program.command()))
                        .collect(Collectors.joining(" : "));
        return new JobReporting(collector, timeline, command, parameters, live);
    }

    /** Begins to show what the ranks of this host do, which have been started. */
    LiveMetrics live(String jobId, Console console) {
        if (collector != null) {
            findSurroundings();
        }
        return LiveMetrics.start(live, jobId, console::warn);
    }

    private void findSurroundings() {
        try {
            Thread.ofPlatform().daemon().name("strata-report").start(this::surroundings);
        } catch (OutOfMemoryError e) {
            // The system makes no thread: they are found when the job has ended.
            return;
        }
    }

    /** Reads what a rank of this host has left; null if it is nothing. */
    public static byte[] read(String jobId, int rank) {
        return take(NumbersFile.path(SHARED_MEMORY, jobId, rank), NumbersFile::read);
    }

    /** Reads the long events that a rank of this host has left; null if it is nothing. */
    public static byte[] readTimeline(String jobId, int rank) {
        return take(TimelineFile.path(SHARED_MEMORY, jobId, rank), TimelineFile::read);
    }

    /** Reads the content of a file. */
    @FunctionalInterface
    private interface Content {
        byte[] of(Path file) throws IOException;
    }

    private static byte[] take(Path file, Content content) {
        try {
            // Everybody may write to the directory: nothing of others is opened.
            boolean own = Files.exists(file) && Ownership.ofThisProcess().ownsFile(file);
            byte[] numbers = own ? content.of(file) : null;
            if (own) {
                Files.deleteIfExists(file);
            }
            return numbers;
        } catch (IOException e) {
            return null;
        }
    }

    /** A rank of this host has ended. */
    void exited(String jobId, RankProcess rank, String host) {
        if (collector != null) {
            collector.add(rank.rank(), host, read(jobId, rank.rank()));
        }
        if (timeline != null) {
            byte[] events = readTimeline(jobId, rank.rank());
            timeline.add(rank.rank(), host, JobTimeline.HERE, events);
        }
    }

    /** A daemon has sent the events of a rank that has ended. */
    void receivedEvents(int rank, String host, int node, byte[] events) {
        if (timeline != null) {
            timeline.add(rank, host, node, events);
        }
    }

    /** Begins to compare the clocks of other hosts, if times of theirs are to be shown. */
    ClockExchange clocks(RemoteNodes others) {
        return timeline == null || others.nodes().isEmpty()
                ? null
                : new ClockExchange(() -> others.readClocks(timeline.clocks()));
    }

    /** A daemon has sent the numbers of a rank that has ended. */
    void received(int rank, String host, byte[] numbers) {
        if (collector != null) {
            collector.add(rank, host, numbers);
        }
    }

    /**
     * Writes the report.
     *
     * @param ranks all ranks of the job, with those of spawned worlds
     * @param hosts returns the host of a rank
     */
    void finish(
            String jobId,
            Plan plan,
            List<RankProcess> ranks,
            IntFunction<String> hosts,
            Outcome outcome,
            Chatter chatter,
            Console console) {
        List<String> lines = new ArrayList<>();
        if (collector != null) {
            lines.addAll(report(jobId, plan, ranks, hosts, outcome));
        }
        if (timeline != null) {
            lines.add((collector == null ? "" : "  ") + timeline.finish(jobId, command));
        }
        if (chatter != Chatter.QUIET && !lines.isEmpty()) {
            console.say(lines.stream().map(Printable::text).collect(Collectors.joining("\n")));
        }
    }

    private List<String> report(
            String jobId,
            Plan plan,
            List<RankProcess> ranks,
            IntFunction<String> hosts,
            Outcome outcome) {
        ranks.forEach(rank -> collector.lost(rank.rank(), hosts.apply(rank.rank())));
        Map<String, Integer> processors = new LinkedHashMap<>();
        plan.ranks()
                .forEach(rank ->
                        processors.putIfAbsent(
                                plan.hostOf(rank),
                                plan.hosts().get(rank.host()).topology().threads().size()));
        String ended =
                outcome.exitCode() == 0
                        ? "ended normally"
                        : "ended with code "
                                + outcome.exitCode()
                                + (outcome.rank() < 0 ? "" : " of rank " + outcome.rank());
        Surroundings around = surroundings();
        long worlds = ranks.stream().mapToInt(RankProcess::first).distinct().count();
        ReportCollector.Facts facts =
                new ReportCollector.Facts(
                        jobId,
                        around.started(),
                        around.version(),
                        command,
                        ranks.size(),
                        (int) worlds,
                        ended,
                        processors,
                        around.parameters());
        return collector.finish(facts);
    }
}
