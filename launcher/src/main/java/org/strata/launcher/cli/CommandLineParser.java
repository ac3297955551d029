package org.strata.launcher.cli;

import org.strata.launcher.cli.JobRequest.Chatter;
import org.strata.launcher.raw.RawPath;
import org.strata.launcher.report.ReportTarget;
import org.strata.launcher.timeline.TimelineTarget;
import org.strata.mca.base.ParameterSources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Turns mpirun's words into a {@link JobRequest}. Words after a program's name belong to the
 * program, up to a lone colon, which starts the next program.
 */
public final class CommandLineParser {
    /** Seconds, as Open MPI has them. */
    private static final int SERVER_WAIT = 10;

    private static final String API = "STRATA_API";

    /** Value of the parameter mpi_report that asks for the summary alone. */
    public static final String SUMMARY = ReportTarget.SUMMARY;

    private final Map<String, String> environment;

    /**
     * @param environment mpirun's own environment
     */
    public CommandLineParser(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * Parses a command line.
     *
     * @throws UsageException when it makes no sense; the message is for the user
     */
    public JobRequest parse(List<String> words) throws UsageException {
        return parse(words, Map.of(), List.of());
    }

    /**
     * Parses a command line.
     *
     * @param defaults values of options, by their keys, that hold where the command line says
     *     nothing
     * @param exports words of {@code -x} for all programs; those of the command line win
     * @throws UsageException when it makes no sense; the message is for the user
     */
    public JobRequest parse(
            List<String> words, Map<String, List<String>> defaults, List<String> exports)
            throws UsageException {
        List<ProgramOptions> segments = new ArrayList<>();
        for (List<String> part : splitAtColons(words)) {
            segments.add(ProgramOptions.parse(part));
        }
        segments.set(0, segments.getFirst().withDefaults(defaults));
        ProgramOptions first = segments.getFirst();
        if (first.has("app")) {
            segments = withAppFile(first);
            first = first.withJobOptions(segments.getFirst());
        }
        for (ProgramOptions later : segments.subList(1, segments.size())) {
            rejectJobOptions(later);
        }
        Map<String, String> shared = pairs(first, "mca");
        for (ProgramOptions segment : segments) {
            addPairs(segment, "gmca", shared);
        }
        if (first.has("default-hostfile")) {
            shared.put("orte_default_hostfile", first.last("default-hostfile"));
        }
        if (first.has("check")) {
            shared.put("mpi_check", "1");
        }
        List<AppContext> programs = new ArrayList<>();
        for (ProgramOptions segment : segments) {
            programs.add(program(segment, segment == first, exports));
        }
        return new JobRequest(
                List.copyOf(programs),
                api(first),
                shared,
                parameterFiles(first),
                PlacementWords.mapping(first, segments),
                PlacementWords.binding(first),
                OutputWords.parse(first),
                stdin(first),
                timeout(first),
                Debuggers.parse(first.last("jdwp")),
                new JobRequest.Report(
                        first.has("report-state-on-timeout"), first.has("get-stack-traces")),
                measurement(first.last("report"), first.last("timeline")),
                first.has("do-not-launch"),
                first.last("report-pid"),
                naming(first),
                PlacementWords.ignored(first, segments),
                segments.stream().flatMap(segment -> segment.warnings().stream()).toList(),
                chatter(first));
    }

    /** A file given later is stronger; a profile is the weakest. */
    private static List<String> parameterFiles(ProgramOptions first) {
        List<String> files = new ArrayList<>();
        for (String value : first.all("am")) {
            files.addAll(0, List.of(value.split(",", -1)));
        }
        for (String name : first.all("profile").reversed()) {
            files.add(ParameterSources.PROFILE + name);
        }
        return files;
    }

    private static List<List<String>> splitAtColons(List<String> words) {
        List<List<String>> parts = new ArrayList<>();
        List<String> part = new ArrayList<>();
        for (String word : words) {
            if (word.equals(":")) {
                parts.add(part);
                part = new ArrayList<>();
            } else {
                part.add(word);
            }
        }
        parts.add(part);
        // As with Open MPI, a colon too many does no harm.
        parts.removeIf(List::isEmpty);
        return parts.isEmpty() ? List.of(List.of()) : parts;
    }

    /** Options of the command line, programs of the file; other programs given are ignored. */
    private static List<ProgramOptions> withAppFile(ProgramOptions first) throws UsageException {
        Path file = RawPath.of(first.last("app"));
        List<ProgramOptions> segments = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(file)) {
                List<String> words = Words.split(line);
                if (!words.isEmpty()) {
                    segments.add(ProgramOptions.parse(words));
                }
            }
        } catch (IOException e) {
            throw new UsageException(
                    "The file of --app cannot be read: " + RawPath.reason(e, file));
        }
        if (segments.isEmpty()) {
            throw new UsageException("The file of --app names no program: " + RawPath.text(file));
        }
        segments.set(0, first.with(segments.getFirst()));
        return segments;
    }

    private static void rejectJobOptions(ProgramOptions segment) throws UsageException {
        for (String key : segment.options().keySet()) {
            if (OptionTable.find(key).scope() == Switch.Scope.JOB) {
                throw new UsageException(
                        "The option --" + key + " holds for the whole job.",
                        "Give it before the first program, not after a colon.");
            }
        }
    }

    private static Map<String, String> pairs(ProgramOptions segment, String key) {
        Map<String, String> pairs = new LinkedHashMap<>();
        addPairs(segment, key, pairs);
        return pairs;
    }

    private static void addPairs(ProgramOptions segment, String key, Map<String, String> pairs) {
        for (List<String> pair : segment.options().getOrDefault(key, List.of())) {
            ParameterSources.addCommandLine(pairs, pair.get(0), pair.get(1));
        }
    }

    private static AppContext program(ProgramOptions segment, boolean first, List<String> exports)
            throws UsageException {
        if (segment.command().isEmpty()) {
            throw new UsageException(
                    "No program was given.",
                    "Example: mpirun -np 4 java Hello.java",
                    "\"mpirun --help\" lists all options.");
        }
        List<String> all = new ArrayList<>(exports);
        all.addAll(segment.all("x"));
        return new AppContext(
                Numbers.count(segment.last("np"), "-np"),
                List.copyOf(all),
                first ? Map.of() : pairs(segment, "mca"),
                segment.last("wdir"),
                Objects.requireNonNullElse(segment.last("path"), ""),
                segment.command());
    }

    /** The environment decides where build files and scripts have no place for the option. */
    private JobRequest.Api api(ProgramOptions first) throws UsageException {
        boolean given = first.has("api");
        String text = given ? first.last("api") : environment.getOrDefault(API, "");
        return switch (text) {
            case "" -> null;
            case "mpi" -> JobRequest.Api.MPI;
            case "mpj" -> JobRequest.Api.MPJ;
            default -> {
                String source = given ? "--api " : API + "=";
                throw new UsageException(source + text + ": the APIs are mpi and mpj.");
            }
        };
    }

    private static JobRequest.Stdin stdin(ProgramOptions first) throws UsageException {
        String text = first.has("stdin") ? first.last("stdin") : "0";
        return switch (text) {
            case "all" -> new JobRequest.Stdin(true, -1);
            case "none" -> new JobRequest.Stdin(false, -1);
            default -> new JobRequest.Stdin(false, Numbers.parse(text, "--stdin"));
        };
    }

    private Duration timeout(ProgramOptions first) throws UsageException {
        String text = first.last("timeout");
        String option = "--timeout";
        if (text == null) {
            text = environment.get("MPIEXEC_TIMEOUT");
            option = "MPIEXEC_TIMEOUT";
        }
        if (text == null || text.isBlank()) {
            return null;
        }
        int seconds = Numbers.parse(text.strip(), option);
        return seconds <= 0 ? null : Duration.ofSeconds(seconds);
    }

    private static JobRequest.Naming naming(ProgramOptions first) throws UsageException {
        String report = first.last("report-uri");
        String server = first.last("ompi-server");
        if (report != null && server != null) {
            throw new UsageException(
                    "--report-uri makes this mpirun a name server, --ompi-server names another"
                            + " one.",
                    "Give one of them: all jobs that are to meet name the same server.");
        }
        String time = first.last("server-wait-time");
        int seconds = time == null ? SERVER_WAIT : Numbers.parse(time, "--server-wait-time");
        boolean waits = first.has("wait-for-server") && seconds > 0;
        return new JobRequest.Naming(
                report, server, waits ? Duration.ofSeconds(seconds) : Duration.ZERO);
    }

    private static JobRequest.Measurement measurement(String file, String timeline)
            throws UsageException {
        if (timeline != null && !TimelineTarget.accepts(timeline)) {
            throw new UsageException(
                    "--timeline "
                            + timeline
                            + ": the name must end with .pftrace or .json, or with .gz behind"
                            + " that.",
                    "Perfetto (ui.perfetto.dev) opens all, Chrome (chrome://tracing) .json.");
        }
        Path trace = timeline == null ? null : RawPath.of(timeline);
        if (file == null) {
            return new JobRequest.Measurement(false, null, trace);
        }
        if (file.isEmpty() || file.equals(SUMMARY)) {
            return new JobRequest.Measurement(true, null, trace);
        }
        if (ReportTarget.Form.of(file) == null) {
            throw new UsageException(
                    "--report=" + file + ": the name must end with .html, .json or .txt.",
                    "It says what is written: a page, numbers for programs, or the summary.");
        }
        return new JobRequest.Measurement(true, RawPath.of(file), trace);
    }

    private static Chatter chatter(ProgramOptions first) {
        if (first.has("q")) {
            return Chatter.QUIET;
        }
        return first.has("v") ? Chatter.VERBOSE : Chatter.NORMAL;
    }
}
