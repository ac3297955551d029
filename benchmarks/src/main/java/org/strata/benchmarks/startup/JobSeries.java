package org.strata.benchmarks.startup;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** One job of one side, run several times. */
final class JobSeries {
    private final String side;
    private final String program;
    private final int ranks;
    private final List<String> command = new ArrayList<>();
    private final List<JobCost> costs = new ArrayList<>();

    /**
     * @param side for the table
     * @param program for the table
     * @param ranks of the job
     * @param mpirun the launcher
     * @param words the launcher's command line
     */
    JobSeries(String side, String program, int ranks, String mpirun, List<String> words) {
        this.side = side;
        this.program = program;
        this.ranks = ranks;
        command.add(mpirun);
        command.addAll(words);
    }

    void run() throws IOException, InterruptedException {
        costs.add(JobCost.of(command, Startup.TIMEOUT_SECONDS));
    }

    String side() {
        return side;
    }

    String program() {
        return program;
    }

    int ranks() {
        return ranks;
    }

    double bestWall() {
        return sorted(JobCost::wall)[0];
    }

    double medianWall() {
        return median(sorted(JobCost::wall));
    }

    double bestCpu() {
        return sorted(JobCost::cpu)[0];
    }

    double medianCpu() {
        return median(sorted(JobCost::cpu));
    }

    private double[] sorted(ToDoubleFunction<JobCost> figure) {
        return costs.stream().mapToDouble(figure).sorted().toArray();
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
