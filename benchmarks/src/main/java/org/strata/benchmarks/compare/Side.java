package org.strata.benchmarks.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** One MPI of a comparison: how its benchmark is started, and the best figures so far. */
final class Side {
    private final String name;
    private final List<String> command;
    private final Loops loops;
    private final Map<Integer, Double> best = new TreeMap<>();

    /** What the loops beside this side have had, and in which time. */
    private Duration taken = Duration.ZERO;

    private long nanos;

    /**
     * @param name for the table
     * @param command everything up to the benchmark's name
     * @param loops what runs beside it, perhaps nothing
     */
    Side(String name, List<String> command, Loops loops) {
        this.name = name;
        this.command = List.copyOf(command);
        this.loops = loops;
    }

    /**
     * Returns whether its program is the Java one, which has options that the peers in C have not.
     */
    boolean isJava() {
        return command.contains("java");
    }

    /** Prints which share of a processor each loop kept while this side ran. */
    void printLoops(int count, int nice) {
        double share = (double) taken.toNanos() / nanos / count;
        System.out.printf(
                Locale.ROOT,
                "%d loops of nice %d beside %s: %.2f of a core each%n",
                count,
                nice,
                name,
                share);
    }

    String name() {
        return name;
    }

    Map<Integer, Double> best() {
        return best;
    }

    /** Runs a benchmark once and keeps each size's figure if it is the best yet. */
    void run(Test test, List<String> options, long timeoutSeconds)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(command);
        line.add(test.program());
        line.addAll(options);
        Duration before = loops.taken();
        long start = System.nanoTime();
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        List<String> output = new ArrayList<>();
        try (BufferedReader reader = process.inputReader()) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                output.add(text);
            }
        }
        boolean ended = process.waitFor(timeoutSeconds, TimeUnit.SECONDS);
        if (!ended || process.exitValue() != 0) {
            process.destroyForcibly();
            String said = String.join(System.lineSeparator(), output);
            throw new IOException(
                    String.join(" ", line) + " failed:" + System.lineSeparator() + said);
        }
        nanos += System.nanoTime() - start;
        taken = taken.plus(loops.taken().minus(before));
        output.forEach(text -> take(test, text));
    }

    private void take(Test test, String line) {
        String[] words = line.trim().split("\\s+");
        if (words.length > test.column() && words[0].chars().allMatch(Character::isDigit)) {
            double figure = Double.parseDouble(words[test.column()]);
            best.merge(Integer.parseInt(words[0]), figure, test::better);
        }
    }
}
