package org.strata.benchmarks.compare;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** Runs benchmarks on Strata and on an installed Open MPI in turn, and prints their ratios. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures Strata against the installed Open MPI (C), interleaved in one run: each round"
                + " runs both sides, the best of all rounds counts on each side, because one run"
                + " can move by a factor of 2 to 7 with the placement of virtual cores.",
            "Latencies: a ratio below 1 is in Strata's favour. Bandwidths and rates: above 1."
        })
public final class Compare implements Callable<Integer> {
    private static final int MOST_NICE = 19;

    @Option(
            names = "--tests",
            split = ",",
            description = "Benchmarks: ${COMPLETION-CANDIDATES} (default: LATENCY,BW)")
    private List<Test> tests = List.of(Test.LATENCY, Test.BW);

    @Option(
            names = "--btl",
            split = ",",
            description = "Links: shm (Open MPI: vader), tcp (default: shm,tcp)")
    private List<String> links = List.of("shm", "tcp");

    @Option(names = "--rounds", description = "Rounds per benchmark (default: ${DEFAULT-VALUE})")
    private int rounds = 5;

    @Option(
            names = {"-n", "-np"},
            description = "Ranks (default: ${DEFAULT-VALUE})")
    private int ranks = 2;

    @Option(
            names = "-m",
            description = "Message sizes MIN:MAX in bytes, doubling (default: the benchmark's own)")
    private String sizes;

    @Option(names = "-i", description = "Iterations per size (default: ${DEFAULT-VALUE})")
    private int iterations = 10_000;

    @Option(
            names = "--buffers",
            description = "Strata's buffers: mpi, direct, array, arena (default: ${DEFAULT-VALUE})")
    private String buffers = "mpi";

    @Option(
            names = "--settle",
            description =
                    "Milliseconds for the JVM to compile the test, times the ranks per core"
                            + " (default: ${DEFAULT-VALUE})")
    private int settleMillis = 2_000;

    @Option(
            names = "--timeout",
            description = "Seconds per run, settling not counted (default: ${DEFAULT-VALUE})")
    private long timeout = 300;

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Option(names = "--peer", hidden = true, required = true)
    private Path peer;

    @Option(
            names = "--against",
            paramLabel = "TREE",
            description =
                    "Another built Strata tree instead of Open MPI: a step's gain, old against new")
    private Path against;

    @Option(
            names = "--with",
            paramLabel = "WORDS",
            description =
                    "The same tree instead of Open MPI; mpirun of the first side has these words"
                            + " more, separated by blanks: what an option costs")
    private String with;

    @Option(
            names = {"--bare", "--sockets"},
            description =
                    "Also two C processes without MPI that spin on a bare socket (tcp: latency, bw)"
                            + " or on lines of shared memory (shm: latency): the floor (2 ranks)")
    private boolean bare;

    @Option(names = "--bare-peer", hidden = true, required = true)
    private Path barePeer;

    @Option(
            names = "--beside",
            paramLabel = "N",
            description =
                    "Beside N endless loops: what others' work costs. Prints which share of a core"
                            + " they kept")
    private int beside;

    @Option(
            names = "--nice",
            paramLabel = "N",
            description = "How much those loops give way, 0 to 19 (default: ${DEFAULT-VALUE})")
    private int nice;

    @Option(
            names = "--yields",
            description =
                    "Also Open MPI with mpi_yield_when_idle, which it has anyway where there are"
                            + " more ranks than cores; beside loops a wait then takes milliseconds")
    private boolean yields;

    @Option(names = "--open-mpi", description = "Its launcher (default: ${DEFAULT-VALUE})")
    private String openMpi = "mpirun.openmpi";

    /** Runs the comparison; {@code --help} explains. */
    public static void main(String[] args) {
        CommandLine line = new CommandLine(new Compare()).setCaseInsensitiveEnumValuesAllowed(true);
        System.exit(line.execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (against != null && with != null) {
            System.err.println(
                    "compare: --against compares two trees, --with one; give one of them.");
            return 1;
        }
        if (against != null && !Files.isExecutable(against.resolve("mpirun"))) {
            System.err.println("compare: " + against + " is no Strata tree: it has no mpirun.");
            return 1;
        }
        if (missing(isBesideOpenMpi(), peer) || missing(bare, barePeer)) {
            return 1;
        }
        if (beside < 0 || nice < 0 || nice > MOST_NICE) {
            System.err.println("compare: --beside is at least 0, --nice 0 to " + MOST_NICE + ".");
            return 1;
        }
        try (Loops loops = new Loops(beside, nice)) {
            for (Test test : tests) {
                for (String link : links) {
                    compare(test, link, loops);
                }
            }
        }
        return 0;
    }

    private static boolean missing(boolean needed, Path program) {
        boolean missing = needed && !Files.isExecutable(program);
        if (missing) {
            System.err.println(
                    "compare: " + program + " is missing; benchmarks/compare builds it.");
        }
        return missing;
    }

    private void compare(Test test, String link, Loops loops)
            throws IOException, InterruptedException {
        Side strata = new Side("Strata", strataCommand(root, link, with), loops);
        List<Side> sides = new ArrayList<>(List.of(strata));
        sides.addAll(others(link, loops));
        if (bare && ranks == 2 && test.isBareOver(link)) {
            sides.add(new Side("bare " + link, bareCommand(link), loops));
        }
        long seconds = timeout + settle(test) / 1000;
        for (int round = 1; round <= rounds; round++) {
            System.err.printf(
                    "compare: %s over %s, round %d of %d%n", test.program(), link, round, rounds);
            // Who goes first changes, so that neither always finds the machine warmer.
            for (Side side : round % 2 == 0 ? sides.reversed() : sides) {
                side.run(test, options(test, side.isJava()), seconds);
            }
        }
        for (Side other : sides.subList(1, sides.size())) {
            print(test, link, strata, other);
        }
        if (loops.count() > 0) {
            sides.forEach(side -> side.printLoops(loops.count(), nice));
        }
    }

    private boolean isBesideOpenMpi() {
        return against == null && with == null;
    }

    private List<Side> others(String link, Loops loops) {
        if (!isBesideOpenMpi()) {
            return List.of(
                    against == null
                            ? new Side("without", strataCommand(root, link, null), loops)
                            : new Side("other", strataCommand(against, link, null), loops));
        }
        List<Side> others = new ArrayList<>();
        if (!oversubscribed()) {
            others.add(new Side("Open MPI", openMpiCommand(link, false), loops));
        }
        if (oversubscribed() || yields) {
            String name = oversubscribed() ? "Open MPI" : "Open MPI yields";
            others.add(new Side(name, openMpiCommand(link, true), loops));
        }
        return others;
    }

    private List<String> options(Test test, boolean strata) {
        List<String> options = new ArrayList<>(List.of("-i", Integer.toString(iterations)));
        options.addAll(List.of("-x", Integer.toString(iterations / 5)));
        if (sizes != null) {
            options.addAll(List.of("-m", sizes));
        }
        if (strata) {
            options.addAll(List.of("-b", buffers, "-T", Integer.toString(settle(test))));
        }
        return options;
    }

    private List<String> strataCommand(Path tree, String link, String more) {
        List<String> line = new ArrayList<>();
        line.add(tree.resolve("mpirun").toString());
        line.addAll(placement());
        if (more != null) {
            line.addAll(List.of(more.strip().split("\\s+")));
        }
        line.addAll(List.of("--mca", "btl", "self," + link, "java", "-cp"));
        line.add(root.resolve("benchmarks/target/classes").toString());
        line.add("org.strata.benchmarks.osu.Osu");
        return line;
    }

    private List<String> bareCommand(String link) {
        String program = barePeer.toString();
        return link.equals("shm") ? List.of(program, link) : List.of(program);
    }

    private List<String> openMpiCommand(String link, boolean yields) {
        List<String> line = new ArrayList<>(List.of(openMpi, "--allow-run-as-root"));
        line.addAll(placement());
        if (yields) {
            line.addAll(List.of("--mca", "mpi_yield_when_idle", "1"));
        }
        String btl = link.equals("shm") ? "vader" : link;
        line.addAll(List.of("--mca", "pml", "ob1", "--mca", "btl", "self," + btl));
        if (btl.equals("tcp")) {
            // Its default leaves the loopback interface out, which is the one a single host has.
            line.addAll(List.of("--mca", "btl_tcp_if_include", "lo"));
        }
        line.add(peer.toString());
        return line;
    }

    private List<String> placement() {
        String count = Integer.toString(ranks);
        return oversubscribed()
                ? List.of("-np", count, "--oversubscribe", "--bind-to", "none")
                : List.of("-np", count, "--bind-to", "core");
    }

    private int settle(Test test) {
        return settleMillis * test.settleFactor() * ranksPerCore();
    }

    private boolean oversubscribed() {
        return ranksPerCore() > 1;
    }

    private int ranksPerCore() {
        return Math.ceilDiv(ranks, Runtime.getRuntime().availableProcessors());
    }

    private void print(Test test, String link, Side strata, Side other) throws IOException {
        String unit = test.unit();
        System.out.printf(
                "%n%s over %s, %d ranks, best of %d rounds, %s buffers%n",
                test.program(), link, ranks, rounds, buffers);
        System.out.printf(
                "%10s %18s %18s %10s%n",
                "bytes", strata.name() + " " + unit, other.name() + " " + unit, "ratio");
        List<Integer> at = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        strata.best()
                .forEach((size, figure) -> {
                    Double theirs = other.best().get(size);
                    if (theirs != null) {
                        double ratio = figure / theirs;
                        System.out.printf(
                                Locale.ROOT,
                                "%10d %18.3f %18.3f %10.2f%n",
                                size,
                                figure,
                                theirs,
                                ratio);
                        at.add(size);
                        ratios.add(ratio);
                    }
                });
        if (!at.isEmpty()) {
            String title = test.program() + " over " + link + " ratio to " + other.name();
            Path directory = root.resolve("benchmarks/target/compare");
            System.out.println("plot: " + Plot.draw(directory, title, at, ratios));
        }
    }
}
