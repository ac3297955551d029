package org.strata.benchmarks.nas;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** The command {@code benchmarks/nas}. */
@Command(
        name = "nas",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs the NAS kernels of examples/ with several classes and numbers of ranks: whether"
                + " the result is NPB's, time, share of the time in MPI, and parallel efficiency"
                + " (the rate per rank divided by that with the fewest ranks). Draws the efficiency"
                + " into benchmarks/target/nas.",
            "BT and SP run with those of the numbers of ranks that are squares.",
            "There is no Debian package with NPB in C, so nothing stands beside the figures."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:every run was verified", "1:a run failed or was not verified"})
public final class Nas implements Callable<Integer> {
    @Option(
            names = "--class",
            split = ",",
            description = "Classes: S, W, A (default: S,W); class B needs minutes")
    private List<String> classes = List.of("S", "W");

    @Option(
            names = {"-n", "-np"},
            split = ",",
            description = "Numbers of ranks (default: 1,2)")
    private int[] ranks = {1, 2};

    @Option(
            names = "--kernels",
            split = ",",
            description = "Kernels: ${COMPLETION-CANDIDATES} (default: all)")
    private List<Kernel> kernels = List.of(Kernel.values());

    @Option(names = "--btl", description = "Links (default: ${DEFAULT-VALUE})")
    private String links = "self,shm";

    @Option(names = "--rounds", description = "The best of so many (default: ${DEFAULT-VALUE})")
    private int rounds = 3;

    @Option(
            names = "--with",
            paramLabel = "WORDS",
            description =
                    "Every run also with these words of mpirun more, separated by blanks, in turn;"
                            + " prints the ratio of the best times, with / without: what an option"
                            + " costs")
    private String with = "";

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Spec private CommandSpec spec;

    /** Runs the command; {@code --help} explains. */
    public static void main(String[] args) {
        System.exit(line().execute(args));
    }

    /** Returns the command line. */
    static CommandLine line() {
        return new CommandLine(new Nas()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (Arrays.stream(ranks).min().orElse(0) < 1 || rounds < 1) {
            throw new ParameterException(spec.commandLine(), "-np and --rounds: from 1 up");
        }
        Arrays.sort(ranks);
        boolean verified = true;
        for (String nasClass : classes) {
            Map<Kernel, TreeMap<Integer, Outcome>> table = new LinkedHashMap<>();
            List<String> ratios = new ArrayList<>();
            for (Kernel kernel : kernels) {
                TreeMap<Integer, Outcome> others = new TreeMap<>();
                table.put(kernel, runs(kernel, nasClass, others));
                ratios.addAll(NasTable.ratios(kernel, with, table.get(kernel), others));
                verified &= others.values().stream().allMatch(Outcome::verified);
            }
            ratios.forEach(System.out::println);
            verified &= NasTable.print(nasClass, table);
            Path plots = root.resolve("benchmarks/target/nas");
            System.out.println("plot: " + NasTable.draw(plots, nasClass, table));
        }
        return verified ? 0 : 1;
    }

    /** Runs a kernel; the runs with further words go to a table of their own. */
    private TreeMap<Integer, Outcome> runs(
            Kernel kernel, String nasClass, TreeMap<Integer, Outcome> others)
            throws IOException, InterruptedException {
        TreeMap<Integer, Outcome> outcomes = new TreeMap<>();
        for (int round = 1; round <= rounds; round++) {
            for (int count : ranks) {
                if (!kernel.takes(count)) {
                    continue;
                }
                System.err.printf(
                        Locale.ROOT,
                        "nas: %s class %s, %d ranks, round %d of %d%n",
                        kernel,
                        nasClass,
                        count,
                        round,
                        rounds);
                outcomes.merge(count, run(kernel, nasClass, count, ""), Outcome::better);
                if (!with.isBlank()) {
                    others.merge(count, run(kernel, nasClass, count, with), Outcome::better);
                }
            }
        }
        return outcomes;
    }

    private Outcome run(Kernel kernel, String nasClass, int count, String words)
            throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(command(kernel, nasClass, count, words))
                        .redirectErrorStream(true)
                        .start();
        List<String> output = new ArrayList<>();
        try (BufferedReader reader = process.inputReader()) {
            reader.lines().forEach(output::add);
        }
        int code = process.waitFor();
        if (code != 0) {
            output.forEach(System.err::println);
        }
        return Outcome.of(output);
    }

    private List<String> command(Kernel kernel, String nasClass, int count, String words) {
        boolean crowded = count > Runtime.getRuntime().availableProcessors();
        List<String> line = new ArrayList<>(List.of(root.resolve("mpirun").toString()));
        line.addAll(List.of("-np", Integer.toString(count), "--mca", "btl", links));
        if (crowded) {
            line.add("--oversubscribe");
        }
        if (!words.isBlank()) {
            line.addAll(List.of(words.strip().split("\\s+")));
        }
        String programs = root.resolve("examples/target/classes").toString();
        line.addAll(List.of("java", "-cp", programs, kernel.program(), nasClass));
        return line;
    }
}
