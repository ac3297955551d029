package org.strata.benchmarks.papers;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** P5's sweep by real processes. */
final class RealSweep {
    /** Points of the edge of a cell in SP's class B on 64 processes. */
    private static final int CELL = 13;

    private static final int WARM_MILLIS = 4000;
    private static final int BLOCKS = 10;
    private static final int STEPS = 20;
    private static final int LEAST_CELL = SweepCell.GHOSTS;

    @Option(
            names = "--side",
            description = "sp: its square is the number of processes (default: ${DEFAULT-VALUE})")
    private int side = 2;

    @Option(
            names = "--points",
            description =
                    "sp: points of the cube's edge (default: "
                            + CELL
                            + " per process of a side, so that boundaries are as long as those of"
                            + " class B on 64 processes)")
    private int points;

    /** Returns what is wrong with the options, or an empty string. */
    String fault() {
        return side < 2 || points() < LEAST_CELL * side
                ? "--side is from 2, --points from " + LEAST_CELL + " times as many"
                : "";
    }

    private int points() {
        return points == 0 ? CELL * side : points;
    }

    /** Runs the protocols in turn in each round and prints the time of a step. */
    void report(Job job, int rounds, Function<OverlapProtocol, Map<String, String>> parameters)
            throws IOException, InterruptedException {
        TimesTable table = new TimesTable();
        int processes = side * side;
        for (int round = 1; round <= rounds; round++) {
            for (OverlapProtocol protocol : OverlapProtocol.values()) {
                System.err.printf(
                        "papers: P5 sp, round %d of %d, %s%n", round, rounds, protocol.title());
                String[] arguments =
                        Stream.of(WARM_MILLIS, BLOCKS, points(), STEPS)
                                .map(String::valueOf)
                                .toArray(String[]::new);
                Map<String, String> values = parameters.apply(protocol);
                take(
                        job.run(processes, values, SweepProgram.class, arguments),
                        protocol.title(),
                        table);
            }
        }
        SweepCells cells = new SweepCells(points(), side);
        int boundary = cells.thickness(0) * cells.thickness(0) * Double.BYTES;
        System.out.printf(
                "%nP5: sweep of SP, %d processes, boundaries to %d bytes forward and %d backward,"
                        + " ms per step, best (median) of %d rounds%n",
                processes,
                boundary * SweepCell.boundary(true),
                boundary * SweepCell.boundary(false),
                rounds);
        List<String> ways =
                Arrays.stream(OverlapProtocol.values()).map(OverlapProtocol::title).toList();
        String other = OverlapProtocol.RPUT.title();
        table.print(
                ways,
                ways.stream()
                        .filter(way -> !way.equals(other))
                        .map(way -> List.of(way, other))
                        .toList());
    }

    private static void take(List<String> lines, String way, TimesTable table) {
        for (String line : lines) {
            String[] words = line.trim().split("\\s+");
            if (words[0].equals(SweepProgram.RESULT)) {
                double best = Double.parseDouble(words[2]) / 1e3;
                table.add(words[1] + " points", way, best, Double.parseDouble(words[3]) / 1e3);
            }
        }
    }
}
