package org.strata.benchmarks.profile;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;

/** The command {@code benchmarks/profile}. */
@Command(
        name = "profile",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis =
                "profile BENCHMARK [-np N] [options] [options of mpirun] [-- options of BENCHMARK]",
        description = {
            "Runs a program under the JDK's flight recorder in every rank, and prints one page: hot"
                + " methods, allocation, compilation and deoptimizations, garbage collection, and"
                + " time parked.",
            "The recorder costs a few percent, and the recorded ranks compile what they run as"
                    + " usual: give the program enough iterations that the start does not count."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the page was printed",
            "1:there is nothing to print: the program left no recording",
            "2:wrong options",
            "other:the program's; the page is printed all the same"
        })
public final class Profile implements Callable<Integer> {
    private static final String SUITE = "org.strata.benchmarks.osu.Osu";
    private static final String END_OF_OPTIONS = "--";

    @Parameters(
            arity = "0..*",
            paramLabel = "BENCHMARK",
            description = {
                "A benchmark of benchmarks/run (osu_latency), or the name of a class with a main"
                        + " method; then options of mpirun"
            })
    private List<String> words = new ArrayList<>();

    @Option(
            names = {"-n", "-np"},
            description = "Ranks (default: ${DEFAULT-VALUE})")
    private int ranks = 2;

    @Option(names = "--cp", paramLabel = "PATH", description = "Class path of the class")
    private String classPath;

    @Option(names = "--top", description = "Rows per table (default: ${DEFAULT-VALUE})")
    private int most = 15;

    @Option(
            names = "--period",
            description = "Milliseconds between samples (default: ${DEFAULT-VALUE})")
    private int periodMillis = 10;

    @Option(
            names = "--skip",
            description = "Seconds from the start that do not count (default: ${DEFAULT-VALUE})")
    private double skipSeconds;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Writes the page into a file, too")
    private Path output;

    @Option(names = "--html", description = "The file of -o is HTML (default: profile.html)")
    private boolean html;

    @Option(
            names = "--keep",
            paramLabel = "DIRECTORY",
            description = "Keeps the recordings (*.jfr) there, for other tools")
    private Path keep;

    @Option(
            names = "--read",
            paramLabel = "DIRECTORY",
            description = "Prints the page of recordings kept before, and runs nothing")
    private Path read;

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Spec private CommandSpec spec;

    private final List<String> arguments;

    private Profile(List<String> arguments) {
        this.arguments = arguments;
    }

    /** Runs the command; {@code --help} explains. */
    public static void main(String[] args) {
        System.exit(execute(args));
    }

    /** Runs the command with what stands before {@code --}; the rest is the benchmark's. */
    static int execute(String... args) {
        int end = Arrays.asList(args).indexOf(END_OF_OPTIONS);
        String[] ours = end < 0 ? args : Arrays.copyOf(args, end);
        List<String> rest = end < 0 ? List.of() : Arrays.asList(args).subList(end + 1, args.length);
        return new CommandLine(new Profile(rest))
                .setUnmatchedOptionsArePositionalParams(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .execute(ours);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        if (read != null) {
            return print("Recordings of " + read, RecordedJob.recordings(read)) ? 0 : 1;
        }
        Path directory = keep == null ? Files.createTempDirectory("strata-profile") : keep;
        Files.createDirectories(directory);
        try {
            return record(directory.toAbsolutePath());
        } finally {
            if (keep == null) {
                delete(directory);
            }
        }
    }

    private void check() {
        if (words.isEmpty() && read == null) {
            throw new ParameterException(spec.commandLine(), "name a benchmark or a class");
        }
        if (!words.isEmpty() && words.getFirst().startsWith("-")) {
            String text = "the benchmark comes first, then options: " + words.getFirst();
            throw new ParameterException(spec.commandLine(), text);
        }
        if (ranks < 1 || most < 1 || periodMillis < 1 || !(skipSeconds >= 0)) {
            throw new ParameterException(
                    spec.commandLine(), "-np, --top and --period: from 1 up; --skip: from 0 up");
        }
    }

    private int record(Path directory) throws IOException, InterruptedException {
        List<String> launch = new ArrayList<>(List.of("-np", Integer.toString(ranks)));
        launch.addAll(words.subList(1, words.size()));
        List<String> command =
                RecordedJob.command(
                        root.resolve("mpirun"),
                        launch,
                        RecordedJob.options(directory, periodMillis),
                        program());
        System.err.println("profile: running " + words.getFirst() + " in " + ranks + " ranks");
        int code = RecordedJob.run(command);
        System.err.println("profile: reading the recordings");
        String title = String.join(" ", words) + ", " + ranks + " ranks";
        if (!print(title, RecordedJob.recordings(directory))) {
            System.err.println("profile: the program left no recording");
            return code == 0 ? 1 : code;
        }
        return code;
    }

    /** Returns the class path, the class and the arguments. */
    private List<String> program() {
        String name = words.getFirst();
        Path suite = root.resolve("benchmarks/target/classes");
        List<String> program = new ArrayList<>(List.of("-cp"));
        if (name.startsWith("osu_")) {
            program.addAll(List.of(suite.toString(), SUITE, name));
        } else {
            String path = classPath == null ? suite.toString() : classPath;
            program.addAll(List.of(path + File.pathSeparator + suite, name));
        }
        program.addAll(arguments);
        return program;
    }

    private boolean print(String title, List<Path> recordings) throws IOException {
        if (recordings.isEmpty()) {
            return false;
        }
        JobProfile job = new JobProfile(Duration.ofNanos((long) (skipSeconds * 1e9)));
        for (Path recording : recordings) {
            job.read(recording);
        }
        job.ranks.sort(
                Comparator.comparing((RankProfile r) -> r.rank.length())
                        .thenComparing(r -> r.rank));
        Page page = new Page(title, job, most);
        System.out.print(TextPage.render(page));
        if (output != null || html) {
            Path file = output == null ? Path.of("profile.html") : output;
            Files.writeString(file, html ? HtmlPage.render(page) : TextPage.render(page));
            System.err.println("profile: written to " + file);
        }
        return true;
    }

    private static void delete(Path directory) throws IOException {
        for (Path recording : RecordedJob.recordings(directory)) {
            Files.delete(recording);
        }
        Files.delete(directory);
    }
}
