package org.strata.benchmarks.osu;

import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;

/** Entry: {@code Osu NAME [options]}; {@code --help} lists names and options. */
public final class Osu {
    private static final int RELEASE_MILLIS = 100;

    private Osu() {}

    /** Runs the benchmark named by the first argument. */
    public static void main(String[] args) throws MPIException {
        // Help needs no rank, and so no built distribution.
        if (args.length == 0 || args[0].equals("--help") || args[0].equals("-h")) {
            System.out.println(help());
            return;
        }
        String[] rest = MPI.Init(args);
        int code = 0;
        try {
            run(rest);
        } catch (IllegalArgumentException e) {
            code = 1;
            if (MPI.COMM_WORLD.getRank() == 0) {
                System.err.println(e.getMessage());
            }
        }
        MPI.Finalize();
        System.exit(code);
    }

    private static void run(String[] args) throws MPIException {
        Benchmark benchmark = Benchmark.named(args[0]);
        Options options = Options.parse(Arrays.copyOfRange(args, 1, args.length), benchmark);
        settle(benchmark, options);
        benchmark.run(options);
    }

    /** Runs the test in silence until the time is over by rank 0's clock. */
    private static void settle(Benchmark benchmark, Options options) throws MPIException {
        double end = MPI.wtime() + options.settleMillis() / 1e3;
        boolean[] more = {options.settleMillis() > 0};
        Report.mute(true);
        while (more[0]) {
            benchmark.run(options.settling());
            more[0] = MPI.wtime() < end;
            MPI.COMM_WORLD.bcast(more, 1, MPI.BOOLEAN, 0);
        }
        Report.mute(false);
        if (options.settleMillis() > 0) {
            releaseBuffers();
        }
    }

    /** Else the JVM releases the buffers of all those runs during the first size of the table. */
    private static void releaseBuffers() throws MPIException {
        System.gc();
        try {
            Thread.sleep(RELEASE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        MPI.COMM_WORLD.barrier();
    }

    private static String help() {
        StringBuilder names = new StringBuilder();
        for (Benchmark benchmark : Benchmark.values()) {
            names.append("  ").append(benchmark.programName()).append(": ");
            names.append(benchmark.purpose()).append('\n');
        }
        return "usage: Osu NAME [options]\n\nNAME is one of\n" + names + '\n' + Options.HELP;
    }
}
