package org.strata.benchmarks.scaling;

import org.strata.benchmarks.papers.Job;
import org.strata.benchmarks.papers.Silence;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** The command {@code benchmarks/scaling}. */
@Command(
        name = "scaling",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Prints what a match costs with few and with many posted receives or unexpected"
                + " messages, in the matching alone (one JVM) and through the API (two ranks), and"
                + " what ranks, peers and communicators cost in jobs of few and of many ranks,"
                + " which run in one JVM: the real API, collectives, ob1 and r2 over a simulated"
                + " network. Draws plots into benchmarks/target/scaling.",
            "Bounds: a match with the most entries takes at most --limit times as long as with the"
                + " fewest; a communicator needs at most --limit times as many bytes per rank with"
                + " the most ranks as with the fewest."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:every bound holds", "1:it could not measure", "3:a bound is missed"})
public final class Scaling implements Callable<Integer> {
    private static final int MISSED = 3;
    private static final int FEWEST_RANKS = 4;

    @Spec private CommandSpec spec;

    /** What to measure. */
    enum Part {
        QUEUES,
        API,
        RANKS
    }

    @Option(
            names = "--only",
            split = ",",
            description = "Parts: ${COMPLETION-CANDIDATES} (default: all)")
    private List<Part> parts = List.of(Part.values());

    @Option(
            names = "--entries",
            split = ",",
            description = "Entries of the queues (default: 10,100,1000,10000)")
    private int[] entries = {10, 100, 1000, 10_000};

    @Option(
            names = "--ranks",
            split = ",",
            description = "Ranks of the simulated jobs, from 4 up (default: 8,64,256,1024)")
    private int[] ranks = {8, 64, 256, 1024};

    @Option(names = "--samples", description = "The best of so many (default: ${DEFAULT-VALUE})")
    private int samples = 5;

    @Option(
            names = "--matches",
            description = "Matches per sample, at least (default: ${DEFAULT-VALUE})")
    private int matches = 100_000;

    @Option(names = "--limit", description = "Largest ratio (default: ${DEFAULT-VALUE})")
    private double limit = 3;

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    /** Runs the command; {@code --help} explains. */
    public static void main(String[] args) {
        System.exit(line().execute(args));
    }

    /** Returns the command line. */
    static CommandLine line() {
        return new CommandLine(new Scaling()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    private void check() {
        if (Arrays.stream(ranks).min().orElse(0) < FEWEST_RANKS) {
            throw new ParameterException(spec.commandLine(), "--ranks: from 4 up");
        }
        if (Arrays.stream(entries).min().orElse(0) < 1 || samples < 1 || matches < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--entries, --samples and --matches: from 1 up");
        }
        Arrays.sort(ranks);
        Arrays.sort(entries);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        check();
        List<String> missed = new ArrayList<>();
        if (parts.contains(Part.QUEUES)) {
            QueueTable table = new QueueTable("Matching alone", "ns per match", entries);
            QueueCosts.measure(table, samples, matches);
            missed.addAll(table.print(limit));
        }
        if (parts.contains(Part.API)) {
            QueueTable table = new QueueTable("Two ranks, shm", "ns per message", entries);
            measureApi(table);
            missed.addAll(table.print(limit));
        }
        if (parts.contains(Part.RANKS)) {
            missed.addAll(measureRanks());
        }
        missed.forEach(line -> System.out.println("bound missed: " + line));
        return missed.isEmpty() ? 0 : MISSED;
    }

    private void measureApi(QueueTable table) throws IOException, InterruptedException {
        System.err.println("scaling: two ranks");
        List<String> words = new ArrayList<>();
        words.add(Integer.toString(samples));
        words.add(Integer.toString(matches / 2));
        for (int count : entries) {
            words.add(Integer.toString(count));
        }
        List<String> printed =
                new Job(root)
                        .run(
                                2,
                                Map.of("btl", "self,shm"),
                                QueueProgram.class,
                                words.toArray(String[]::new));
        printed.forEach(table::read);
    }

    private List<String> measureRanks() throws IOException {
        RankTable table = new RankTable();
        // The JVM loads and compiles what all sizes use.
        CommunicatorCost.measure(ranks[0], new Silence());
        for (int size : ranks) {
            System.err.println("scaling: " + size + " simulated ranks");
            table.add(CommunicatorCost.measure(size, new Silence()));
        }
        table.print();
        Path plots = root.resolve("benchmarks/target/scaling");
        System.out.println("plot: " + table.bytes().draw(plots, "memory-by-ranks", true));
        System.out.println("plot: " + table.time().draw(plots, "creation-by-ranks", true));
        return table.missed(limit);
    }
}
