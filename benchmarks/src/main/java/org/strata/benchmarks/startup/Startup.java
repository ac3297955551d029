package org.strata.benchmarks.startup;

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

/** Starts jobs that do nothing, on Strata and on another MPI in turn. */
@Command(
        name = "startup",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures the start and the end of a job: of \"true\", and of a program that calls"
                + " MPI.Init and MPI.Finalize; beside Open MPI (C), or beside another Strata tree."
                + " Both sides run in turn.",
            "Prints wall time, CPU time of the whole job, CPU time per rank (the job's without that"
                + " of \"true\" on as many ranks), classes outside of the start-up cache, and the"
                + " memory of an idle rank."
        })
public final class Startup implements Callable<Integer> {
    static final long TIMEOUT_SECONDS = 60;

    private static final long BUILD_SECONDS = 600;

    /** A shell's words that start a command several times at once, and wait for all. */
    private static final String STARTS =
            "left=$1; shift; while [ $left -gt 0 ]; do \"$@\" & left=$((left - 1)); done; wait";

    /** What mpirun gives a rank's JVM that makes it start sooner. */
    private static final List<String> JVM_OF_RANKS =
            List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto");

    @Option(
            names = "--ranks",
            split = ",",
            description = "Numbers of ranks (default: ${DEFAULT-VALUE})")
    private List<Integer> ranks = List.of(1, 2, 4);

    @Option(names = "--rounds", description = "Runs per job (default: ${DEFAULT-VALUE})")
    private int rounds = 10;

    @Option(
            names = "--against",
            paramLabel = "TREE",
            description = "Another built Strata tree instead of Open MPI")
    private Path against;

    @Option(
            names = "--with",
            paramLabel = "WORDS",
            description =
                    "The same tree instead of Open MPI; mpirun of the first side has these words"
                            + " more, separated by blanks: what an option costs")
    private String with;

    @Option(names = "--open-mpi", description = "Its launcher (default: ${DEFAULT-VALUE})")
    private String openMpi = "mpirun.openmpi";

    @Option(
            names = "--options",
            paramLabel = "WORDS",
            description = "Options of the JVMs of ranks, separated by blanks")
    private String options = "";

    @Option(
            names = "--floor",
            description = {
                "What no MPI in Java can go below, too: \"jvm\", as many JVMs as ranks, started at"
                    + " once by a shell, each with the JDK's own classes alone and an empty main;"
                    + " \"main\", the same program under Strata's mpirun"
            })
    private boolean floor;

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Option(names = "--peer", hidden = true, required = true)
    private Path peer;

    /** Runs the benchmark; {@code --help} explains. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Startup()).execute(args));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (against != null && with != null) {
            System.err.println(
                    "startup: --against compares two trees, --with one; give one of them.");
            return 1;
        }
        if (against != null && !Files.isExecutable(against.resolve("mpirun"))) {
            System.err.println("startup: " + against + " is no Strata tree: it has no mpirun.");
            return 1;
        }
        built(root);
        if (against != null) {
            built(against);
        }
        List<JobSeries> all = new ArrayList<>();
        for (int count : ranks) {
            all.addAll(series("true", count));
            all.addAll(series("hello", count));
        }
        List<JobSeries> floors = floor ? floors() : List.of();
        for (int round = 1; round <= rounds; round++) {
            System.err.printf("startup: round %d of %d%n", round, rounds);
            for (JobSeries each : all) {
                each.run();
            }
            for (JobSeries each : floors) {
                each.run();
            }
        }
        print(all);
        floors.forEach(Startup::printFloor);
        footprint("Strata", root);
        if (against != null) {
            footprint("other", against);
        }
        return 0;
    }

    private List<JobSeries> series(String program, int count) {
        List<String> more = words(with);
        JobSeries strata =
                new JobSeries(
                        "Strata", program, count, installed(root), ours(more, program, count));
        if (with != null) {
            List<String> words = ours(List.of(), program, count);
            return List.of(
                    strata, new JobSeries("without", program, count, installed(root), words));
        }
        if (against != null) {
            List<String> words = ours(List.of(), program, count);
            return List.of(
                    strata, new JobSeries("other", program, count, installed(against), words));
        }
        List<String> theirs =
                List.of(
                        "--allow-run-as-root",
                        "--oversubscribe",
                        "-np",
                        Integer.toString(count),
                        program.equals("hello") ? peer.toString() : "true");
        return List.of(strata, new JobSeries("Open MPI", program, count, openMpi, theirs));
    }

    /** Returns, for each number of ranks, the JVMs alone and their jobs without Init. */
    private List<JobSeries> floors() {
        List<JobSeries> floors = new ArrayList<>();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        for (int count : ranks) {
            List<String> jvm = new ArrayList<>(List.of("-c", STARTS, "sh"));
            jvm.addAll(List.of(Integer.toString(count), java));
            jvm.addAll(JVM_OF_RANKS);
            jvm.addAll(words(options));
            jvm.addAll(List.of("-cp", classes().toString(), Nothing.class.getName()));
            floors.add(new JobSeries("JVMs", "jvm", count, "sh", jvm));
            List<String> job = new ArrayList<>(List.of("--oversubscribe"));
            job.addAll(List.of("-np", Integer.toString(count), "java"));
            job.addAll(words(options));
            job.addAll(List.of("-cp", classes().toString(), Nothing.class.getName()));
            floors.add(new JobSeries("Strata", "main", count, installed(root), job));
        }
        return floors;
    }

    private static List<String> words(String text) {
        return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }

    private List<String> ours(List<String> more, String program, int count) {
        List<String> ours = new ArrayList<>(List.of("--oversubscribe"));
        ours.addAll(List.of("-np", Integer.toString(count)));
        ours.addAll(more);
        if (program.equals("hello")) {
            ours.add("java");
            ours.addAll(words(options));
            ours.addAll(List.of("-cp", classes().toString(), Hello.class.getName()));
        } else {
            ours.add("true");
        }
        return ours;
    }

    /** Builds a tree's distribution when it is missing or older than its sources. */
    private static void built(Path tree) throws IOException, InterruptedException {
        JobCost.of(List.of(tree.resolve("mpirun").toString(), "--version"), BUILD_SECONDS);
    }

    /** Returns the command of a tree's distribution, which does not look for newer sources. */
    static String installed(Path tree) {
        return tree.resolve("dist/bin/mpirun").toString();
    }

    private Path classes() {
        return root.resolve("benchmarks/target/classes");
    }

    private void print(List<JobSeries> all) {
        System.out.printf("%nbest / median of %d rounds, seconds%n", rounds);
        System.out.printf(
                "%-6s %5s  %-9s %15s %15s %15s%n",
                "job", "ranks", "MPI", "wall", "CPU, job", "CPU, rank");
        JobSeries[] idle = new JobSeries[2];
        for (int i = 0; i < all.size(); i++) {
            JobSeries each = all.get(i);
            if (each.program().equals("true")) {
                idle[i % 2] = each;
            }
            String perRank =
                    each.program().equals("true")
                            ? ""
                            : String.format(
                                    Locale.ROOT,
                                    "%.2f / %.2f",
                                    (each.bestCpu() - idle[i % 2].bestCpu()) / each.ranks(),
                                    (each.medianCpu() - idle[i % 2].medianCpu()) / each.ranks());
            System.out.printf(
                    Locale.ROOT,
                    "%-6s %5d  %-9s %15s %15s %15s%n",
                    each.program(),
                    each.ranks(),
                    each.side(),
                    String.format(Locale.ROOT, "%.3f / %.3f", each.bestWall(), each.medianWall()),
                    String.format(Locale.ROOT, "%.2f / %.2f", each.bestCpu(), each.medianCpu()),
                    perRank);
        }
    }

    private static void printFloor(JobSeries each) {
        System.out.printf(
                Locale.ROOT,
                "%-6s %5d  %-9s %15s %15s%n",
                each.program(),
                each.ranks(),
                each.side(),
                String.format(Locale.ROOT, "%.3f / %.3f", each.bestWall(), each.medianWall()),
                String.format(Locale.ROOT, "%.2f / %.2f", each.bestCpu(), each.medianCpu()));
    }

    private void footprint(String side, Path tree) throws IOException, InterruptedException {
        Footprint found = Footprint.of(tree, words(options), classes());
        System.out.printf(
                Locale.ROOT,
                "%s: a rank has %d classes from the cache, %d made at run time, %d read from"
                        + " files; idle, one of %d occupies %.0f MB%n",
                side,
                found.cached(),
                found.made(),
                found.read(),
                Footprint.RANKS,
                found.megabytes());
    }
}
