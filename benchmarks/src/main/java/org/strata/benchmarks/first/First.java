package org.strata.benchmarks.first;

import static java.nio.charset.StandardCharsets.UTF_8;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;

/** Runs short jobs on Strata and on other MPIs in turn. */
@Command(
        name = "first",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures the first second of a job of two ranks beside Open MPI (C), in turn: a short"
                + " job of 60,000 round trips of 8 to 1,024 B, 6,000 windows of 32 x 64 B, 60,000"
                + " allReduce of two doubles and 40,000 sendRecv of 128 doubles; then the first"
                + " 1,000 round trips, barriers, allReduce and gathers of 8 B, and round trips"
                + " until their rate is 80 % of the final one, each in a job of its own.",
            "Prints medians in milliseconds from the end of MPI.Init, and their ratio to Open"
                    + " MPI's; \"job, whole\" is from the start of mpirun to its end."
        })
public final class First implements Callable<Integer> {
    private static final List<String> PROGRAMS =
            List.of("job", "trip", "barrier", "allreduce", "gather", "rise");

    /** Programs that {@link BareTrips} has, too. */
    private static final Set<String> BARE = Set.of("trip", "rise");

    /** Starts a command twice, with a program, a file of zeros and a number each. */
    private static final String TWO =
            "set -e; program=$1; shift; file=$(mktemp); trap 'rm -f \"$file\"' EXIT; "
                    + "head -c 512 /dev/zero > \"$file\"; "
                    + "\"$@\" $program \"$file\" 1 & \"$@\" $program \"$file\" 0; wait";

    @Option(names = "--rounds", description = "Jobs of each kind (default: ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(
            names = "--against",
            paramLabel = "TREE",
            description = "A further Strata tree, which has been built")
    private Path against;

    @Option(
            names = "--only",
            split = ",",
            description = "Some of job, trip, barrier, allreduce, gather, rise")
    private List<String> only = PROGRAMS;

    @Option(
            names = "--options",
            paramLabel = "WORDS",
            description = "Options of Strata's mpirun, separated by blanks")
    private String options = "";

    @Option(
            names = "--floor",
            description = {
                "What no MPI in Java can go below, too: \"JVMs\", the round trips between two JVMs"
                        + " that store to mapped memory and poll it, and do nothing else"
            })
    private boolean floor;

    @Option(
            names = "--each",
            description = {
                "Instead: the first call of each of 55 functions, in one job, on this tree and the"
                    + " one of --against; the second part of a name says what was called with it"
            })
    private boolean each;

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Option(names = "--peer", hidden = true, required = true)
    private Path peer;

    /** By side, program and phase: the milliseconds of each round. */
    private final Map<String, Map<String, List<Double>>> found = new LinkedHashMap<>();

    /** Runs the benchmark; {@code --help} explains. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new First()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        for (int round = 1; round <= rounds; round++) {
            System.err.printf("first: round %d of %d%n", round, rounds);
            if (each) {
                eachFunction();
                continue;
            }
            for (String program : only) {
                run("Open MPI", program, openMpi(program));
                String quick = "--mca mpi_jit quick " + options;
                run("Strata", program, strata(root, FirstCalls.class, options, program));
                run("quick", program, strata(root, FirstCalls.class, quick, program));
                if (floor && BARE.contains(program)) {
                    run("JVMs", program, bare(program));
                }
                if (against != null) {
                    run("other", program, strata(against, FirstCalls.class, options, program));
                }
            }
        }
        if (each) {
            printEach();
        } else {
            print();
        }
        return 0;
    }

    private void eachFunction() throws IOException, InterruptedException {
        Path files = Files.createTempDirectory("first");
        String last = files.toString();
        try {
            run("Strata", "", strata(root, FirstOfEach.class, options, last));
            if (against != null) {
                run("other", "", strata(against, FirstOfEach.class, options, last));
            }
        } finally {
            Files.delete(files);
        }
    }

    private List<String> openMpi(String program) {
        return List.of(
                "mpirun.openmpi", "--allow-run-as-root", "-np", "2", peer.toString(), program);
    }

    private List<String> strata(Path tree, Class<?> program, String words, String argument) {
        List<String> command = new ArrayList<>();
        command.add(tree.resolve("mpirun").toString());
        command.addAll(List.of("-np", "2"));
        Arrays.stream(words.split(" ")).filter(word -> !word.isBlank()).forEach(command::add);
        String classes = root.resolve("benchmarks/target/classes").toString();
        command.addAll(List.of("java", "-cp", classes, program.getName(), argument));
        return command;
    }

    private List<String> bare(String program) {
        String classes = root.resolve("benchmarks/target/classes").toString();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of("sh", "-c", TWO, "sh", program, java));
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:-UsePerfData"));
        command.addAll(List.of("--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
        command.add(classes + File.pathSeparator + root.resolve("dist/lib/mpi.jar"));
        command.add(BareTrips.class.getName());
        return command;
    }

    private void run(String side, String program, List<String> command)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        long began = System.nanoTime();
        Process job = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String printed = new String(job.getInputStream().readAllBytes(), UTF_8);
        if (job.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " has failed: " + printed);
        }
        long ended = System.nanoTime();
        double sum = 0;
        for (String line : printed.lines().toList()) {
            int blank = line.lastIndexOf(' ');
            double millis = Double.parseDouble(line.substring(blank + 1));
            sum += millis;
            String what = line.substring(0, blank);
            add(side, program.isEmpty() ? what : program + ", " + what, millis);
        }
        if (program.equals("job")) {
            add(side, "job, sum", sum);
            add(side, "job, whole", (ended - began) / 1e6);
        }
    }

    private void add(String side, String phase, double millis) {
        found.computeIfAbsent(side, s -> new LinkedHashMap<>())
                .computeIfAbsent(phase, p -> new ArrayList<>())
                .add(millis);
    }

    private void print() {
        System.out.printf("%nmedian of %d rounds, ms (ratio to Open MPI)%n%-24s", rounds, "");
        found.keySet().forEach(side -> System.out.printf("%22s", side));
        System.out.println();
        for (String phase : found.get("Open MPI").keySet()) {
            System.out.printf("%-24s", phase);
            double base = median(found.get("Open MPI").get(phase));
            for (Map<String, List<Double>> side : found.values()) {
                String cell = side.containsKey(phase) ? cell(median(side.get(phase)), base) : "-";
                System.out.printf("%22s", cell);
            }
            System.out.println();
        }
    }

    private void printEach() {
        System.out.printf("%nmedian of %d rounds, ms%n%-24s", rounds, "");
        found.keySet().forEach(side -> System.out.printf("%10s", side));
        System.out.println();
        for (String function : found.get("Strata").keySet()) {
            System.out.printf("%-24s", function);
            for (Map<String, List<Double>> side : found.values()) {
                System.out.printf(Locale.ROOT, "%10.2f", median(side.get(function)));
            }
            System.out.println();
        }
    }

    private static String cell(double own, double base) {
        return String.format(Locale.ROOT, "%.2f (%.1f)", own, own / base);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
