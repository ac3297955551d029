package org.strata.benchmarks.osu;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Latency of non-blocking collectives, and the share of it that a computation of the same length
 * hides, as OSU computes it: the pure time is that of start and wait, the overall time that of
 * start, computation and wait. The computation tests the request a few times.
 */
final class NonBlockingCollectives {
    private NonBlockingCollectives() {}

    /** Starts one collective. */
    private interface Start {
        Request run() throws MPIException;
    }

    /** Makes the call for a size. */
    private interface Setup {
        Start of(int size) throws MPIException;
    }

    /** Seconds of all repetitions; {@code compute} is a part of {@code overall}. */
    private record Times(double overall, double compute) {}

    private static void measure(Options options, String title, int unit, Setup setup)
            throws MPIException {
        Intracomm world = MPI.COMM_WORLD;
        Report.head(title, "Overall(us)", "Compute(us)", "Pure Comm.(us)", "Overlap(%)");
        for (int size = Math.max(options.minSize(), unit);
                size <= Math.max(options.maxSize(), 0);
                size = Options.next(size)) {
            Start start = setup.of(size);
            int iterations = options.iterations(size);
            repeat(start, options.warmup(size), 0, options.tests());
            double pure = repeat(start, iterations, 0, 0).overall / iterations;
            repeat(start, options.warmup(size), pure, options.tests());
            Times times = repeat(start, iterations, pure, options.tests());
            double[] means = {times.overall / iterations, times.compute / iterations, pure};
            world.allReduce(means, means.length, MPI.DOUBLE, MPI.SUM);
            for (int i = 0; i < means.length; i++) {
                means[i] *= 1e6 / world.getSize();
            }
            double overlap = 100 - (means[0] - means[1]) / means[2] * 100;
            Report.line(size, means[0], means[1], means[2], Math.max(0, overlap));
        }
    }

    /**
     * @param seconds length of the computation between start and wait
     * @param tests how often it tests the request
     */
    private static Times repeat(Start call, int times, double seconds, int tests)
            throws MPIException {
        double overall = 0;
        double compute = 0;
        for (int i = 0; i < times; i++) {
            double start = MPI.wtime();
            Request request = call.run();
            for (int piece = 0; seconds > 0 && piece <= tests; piece++) {
                compute += compute(seconds / (tests + 1));
                if (piece < tests) {
                    request.test();
                }
            }
            request.waitFor();
            overall += MPI.wtime() - start;
            MPI.COMM_WORLD.barrier();
        }
        return new Times(overall, compute);
    }

    /** Keeps the core busy outside MPI; returns the seconds that it took. */
    private static double compute(double seconds) throws MPIException {
        double start = MPI.wtime();
        double now = start;
        while (now - start < seconds) {
            now = MPI.wtime();
        }
        return now - start;
    }

    static void allReduce(Options options) throws MPIException {
        measure(
                options,
                "MPI Non-blocking Allreduce Latency Test",
                Float.BYTES,
                size -> {
                    Object in = Message.of(options, size);
                    Object out = Message.of(options, size);
                    int count = size / Float.BYTES;
                    return () -> MPI.COMM_WORLD.iAllReduce(in, out, count, MPI.FLOAT, MPI.SUM);
                });
    }

    static void bcast(Options options) throws MPIException {
        measure(
                options,
                "MPI Non-blocking Broadcast Latency Test",
                1,
                size -> {
                    Object buffer = Message.of(options, size);
                    return () -> MPI.COMM_WORLD.iBcast(buffer, size, MPI.BYTE, 0);
                });
    }

    static void allToAll(Options options) throws MPIException {
        int ranks = MPI.COMM_WORLD.getSize();
        measure(
                options,
                "MPI Non-blocking All-to-All Latency Test",
                1,
                size -> {
                    Object in = Message.of(options, size * ranks);
                    Object out = Message.of(options, size * ranks);
                    return () -> MPI.COMM_WORLD.iAllToAll(in, size, MPI.BYTE, out, size, MPI.BYTE);
                });
    }
}
