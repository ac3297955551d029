package org.strata.benchmarks.patterns;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Two ranks change from pattern to pattern, without a pause for the compiler, in an order that a
 * seed decides. Prints the nanoseconds per message of each pattern's first phase, of the best,
 * median and worst of its later ones, and of the worst one in the last quarter of the rounds, when
 * nothing is left to compile; or, with {@code --cold}, how the first messages of one pattern become
 * faster.
 */
public final class Patterns {
    private static final int COLD_BLOCKS = 400;
    private static final int COLD_TIMES = 500;
    private static final double NEARLY = 0.8;

    private static final String HELP =
            """
            usage: Patterns [options] [PATTERN...]

              -r ROUNDS   phases of each pattern (default 12)
              -i TIMES    round trips per phase (default 20000)
              -s SEED     order of the phases (default 1)
              -v          print each phase
              --cold      blocks of %d round trips of the first PATTERN, from its first message on

            PATTERN is one of
            """;

    private int rounds = 12;
    private int times = 20_000;
    private long seed = 1;
    private boolean verbose;
    private boolean cold;
    private final List<Pattern> chosen = new ArrayList<>();

    private Patterns() {}

    /** Runs the phases and prints the table. */
    public static void main(String[] args) throws MPIException {
        // Help needs no rank, and so no built distribution.
        if (args.length > 0 && (args[0].equals("--help") || args[0].equals("-h"))) {
            System.out.println(help());
            return;
        }
        String[] rest = MPI.Init(args);
        int code = 0;
        try {
            Patterns patterns = new Patterns();
            if (patterns.parse(rest)) {
                patterns.run();
            }
        } catch (IllegalArgumentException e) {
            code = 1;
            print(e.getMessage());
        }
        MPI.Finalize();
        System.exit(code);
    }

    /** Returns false when only help was asked for. */
    private boolean parse(String[] words) throws MPIException {
        for (int i = 0; i < words.length; i++) {
            switch (words[i]) {
                case "-r" -> rounds = number(words, ++i, 2);
                case "-i" -> times = number(words, ++i, 64);
                case "-s" -> seed = number(words, ++i, 0);
                case "-v" -> verbose = true;
                case "--cold" -> cold = true;
                case "-h", "--help" -> {
                    print(help());
                    return false;
                }
                default -> chosen.add(Pattern.named(words[i]));
            }
        }
        if (MPI.COMM_WORLD.getSize() != 2) {
            throw new IllegalArgumentException("This benchmark runs with exactly 2 ranks.");
        }
        if (chosen.isEmpty()) {
            chosen.addAll(Arrays.asList(Pattern.values()));
        }
        return true;
    }

    private static int number(String[] words, int at, int least) {
        if (at == words.length) {
            throw new IllegalArgumentException(words[at - 1] + " needs a number.");
        }
        int value;
        try {
            value = Integer.parseInt(words[at]);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("\"" + words[at] + "\" is not a number.", e);
        }
        if (value < least) {
            throw new IllegalArgumentException(words[at - 1] + " must be at least " + least + ".");
        }
        return value;
    }

    private static String help() {
        StringBuilder text = new StringBuilder(String.format(HELP, COLD_TIMES));
        for (Pattern pattern : Pattern.values()) {
            String name = pattern.name().toLowerCase(Locale.ROOT).replace('_', '-');
            text.append(String.format("  %-12s %s%n", name, pattern.title()));
        }
        return text.toString().stripTrailing();
    }

    private void run() throws MPIException {
        Pattern.prepare();
        if (cold) {
            firstMessages(chosen.getFirst());
            return;
        }
        double[][] nanos = new double[chosen.size()][rounds];
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            List<Pattern> order = new ArrayList<>(chosen);
            if (round > 0) {
                Collections.shuffle(order, random);
            }
            for (Pattern pattern : order) {
                double time = phase(pattern, round % 2, times);
                nanos[chosen.indexOf(pattern)][round] = time;
                if (verbose) {
                    print(String.format("%3d %-28s %8.0f", round, pattern.title(), time));
                }
            }
        }
        table(nanos);
    }

    private static double phase(Pattern pattern, int starter, int times) throws MPIException {
        Comm comm = MPI.COMM_WORLD;
        boolean first = comm.getRank() == starter;
        long start = System.nanoTime();
        pattern.run(comm, 1 - comm.getRank(), first, times);
        return (double) (System.nanoTime() - start) / pattern.messages(times);
    }

    private void table(double[][] nanos) throws MPIException {
        print(
                String.format(
                        "# %-28s %8s %8s %8s %8s %11s %8s %10s",
                        "nanoseconds per message",
                        "first",
                        "best",
                        "median",
                        "worst",
                        "worst/best",
                        "late",
                        "late/best"));
        for (int i = 0; i < chosen.size(); i++) {
            double[] later = Arrays.copyOfRange(nanos[i], 1, rounds);
            double late = Arrays.stream(later, later.length * 3 / 4, later.length).max().orElse(0);
            Arrays.sort(later);
            double worst = later[later.length - 1];
            print(
                    String.format(
                            Locale.ROOT,
                            "%-30s %8.0f %8.0f %8.0f %8.0f %11.2f %8.0f %10.2f",
                            chosen.get(i).title(),
                            nanos[i][0],
                            later[0],
                            later[later.length / 2],
                            worst,
                            worst / later[0],
                            late,
                            late / later[0]));
        }
    }

    /** Prints the rate of the first messages, and when the final rate is nearly reached. */
    private static void firstMessages(Pattern pattern) throws MPIException {
        double[] nanos = new double[COLD_BLOCKS];
        for (int i = 0; i < COLD_BLOCKS; i++) {
            nanos[i] = phase(pattern, 0, COLD_TIMES);
        }
        int messages = pattern.messages(COLD_TIMES);
        double[] last = Arrays.copyOfRange(nanos, COLD_BLOCKS * 3 / 4, COLD_BLOCKS);
        Arrays.sort(last);
        double settled = last[last.length / 2];
        double elapsed = 0;
        double reached = 0;
        for (int i = 0; i < COLD_BLOCKS; i++) {
            elapsed += nanos[i] * messages / 1e6;
            boolean slow = nanos[i] * NEARLY > settled;
            // One slow block among fast ones is an interrupt, three are not.
            boolean stays = i > 1 && slow && nanos[i - 1] * NEARLY > settled;
            reached = i < 2 || stays ? elapsed : reached;
            if ((long) (i + 1) * messages % 100_000 < messages) {
                print(
                        String.format(
                                Locale.ROOT,
                                "first %7d messages: %8.0f ms, %8.0f ns each",
                                (i + 1) * messages,
                                elapsed,
                                elapsed * 1e6 / ((double) (i + 1) * messages)));
            }
        }
        print(
                String.format(
                        Locale.ROOT,
                        "80 %% of the final rate (%.0f ns) after %.0f ms",
                        settled,
                        reached));
    }

    private static void print(String line) throws MPIException {
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println(line);
        }
    }
}
