package nas;

import mpi.Comm;
import mpi.MPIException;

import java.util.Locale;

/** NPB's report of a run, which rank 0 prints. */
final class Report {
    private final boolean speaks;
    private final int ranks;
    private final String kernel;
    private final Problem problem;

    Report(Comm comm, String kernel, Problem problem) throws MPIException {
        this.speaks = comm.getRank() == 0;
        this.ranks = comm.getSize();
        this.kernel = kernel;
        this.problem = problem;
    }

    void head() {
        int n = problem.points();
        say("%n NAS Parallel Benchmarks, Strata - %s Benchmark%n%n", kernel);
        say(" Size: %4dx%4dx%4d%n", n, n, n);
        say(" Iterations: %4d    dt: %11.7f%n", problem.steps(), problem.step());
        say(" Number of active processes: %5d%n%n", ranks);
    }

    /** Prints numbers beside the official ones; returns whether all are near. */
    boolean compare(String what, double[] values, double[] official, double tolerance) {
        boolean right = values.length == official.length;
        if (values.length > 0) {
            say(" Comparison of %s%n", what);
        }
        for (int m = 0; m < values.length; m++) {
            double difference = Math.abs((values[m] - official[m]) / official[m]);
            // Also false where it is not a number.
            boolean near = difference <= tolerance;
            right &= near;
            say(
                    " %s %2d %20.13E %20.13E %20.13E%n",
                    near ? "        " : "FAILURE:", m + 1, values[m], official[m], difference);
        }
        return right;
    }

    void foot(boolean right, double seconds, double shareInMpi, double operations) {
        int n = problem.points();
        double rate = operations / seconds / 1e6;
        say(" Verification %s%n", right ? "Successful" : "failed");
        say("%n %s Benchmark Completed.%n", kernel);
        say(" Class           =  %23s%n", problem.name());
        say(" Size            =  %23s%n", n + "x" + n + "x" + n);
        say(" Iterations      =  %23d%n", problem.steps());
        say(" Time in seconds =  %23.2f%n", seconds);
        say(" Time in MPI (%%) =  %23.1f%n", 100 * shareInMpi);
        say(" Total processes =  %23d%n", ranks);
        say(" Mop/s total     =  %23.2f%n", rate);
        say(" Mop/s/process   =  %23.2f%n", rate / ranks);
        say(" Operation type  =  %23s%n", "floating point");
        say(" Verification    =  %23s%n", right ? "SUCCESSFUL" : "UNSUCCESSFUL");
    }

    void say(String format, Object... values) {
        if (speaks) {
            System.out.printf(Locale.ROOT, format, values);
        }
    }
}
