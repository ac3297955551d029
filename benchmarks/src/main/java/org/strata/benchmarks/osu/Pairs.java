package org.strata.benchmarks.osu;

import mpi.MPI;
import mpi.MPIException;

/** Tests of several pairs at once: rank i of the first half with rank i of the second. */
final class Pairs {
    private Pairs() {}

    private static int pairs() throws MPIException {
        int size = MPI.COMM_WORLD.getSize();
        if (size % 2 != 0) {
            throw new IllegalArgumentException("This test runs with an even number of ranks.");
        }
        return size / 2;
    }

    static void bandwidthAndRate(Options options) throws MPIException {
        int pairs = pairs();
        int rank = MPI.COMM_WORLD.getRank();
        boolean sends = rank < pairs;
        int peer = sends ? rank + pairs : rank - pairs;
        Report.head(
                "MPI Multiple Bandwidth / Message Rate Test [ pairs: " + pairs + " ]",
                "MB/s",
                "Messages/s");
        for (int size = options.minSize(); size <= options.maxSize(); size = Options.next(size)) {
            int times = PointToPoint.windows(options.iterations(size));
            int warmup = PointToPoint.windows(options.warmup(size));
            PointToPoint.stream(options, size, warmup, peer, sends);
            MPI.COMM_WORLD.barrier();
            double start = MPI.wtime();
            PointToPoint.stream(options, size, times, peer, sends);
            double slowest = slowest(sends ? MPI.wtime() - start : 0);
            double rate = (double) options.window() * times * pairs / slowest;
            Report.line(size, rate * size / 1e6, rate);
        }
    }

    private static double slowest(double mine) throws MPIException {
        double[] value = {mine};
        MPI.COMM_WORLD.allReduce(value, 1, MPI.DOUBLE, MPI.MAX);
        return value[0];
    }

    static void latency(Options options) throws MPIException {
        int pairs = pairs();
        int rank = MPI.COMM_WORLD.getRank();
        boolean first = rank < pairs;
        int peer = first ? rank + pairs : rank - pairs;
        Report.head("MPI Multi Latency Test", "Latency (us)");
        for (int size = options.minSize(); size <= options.maxSize(); size = Options.next(size)) {
            Object out = Message.of(options, size);
            Object in = Message.of(options, size);
            PointToPoint.pingPong(out, in, size, options.warmup(size), peer, first);
            MPI.COMM_WORLD.barrier();
            double start = MPI.wtime();
            PointToPoint.pingPong(out, in, size, options.iterations(size), peer, first);
            double mean = (MPI.wtime() - start) * 1e6 / (2.0 * options.iterations(size));
            double[] sum = {mean};
            MPI.COMM_WORLD.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
            Report.line(size, sum[0] / (2 * pairs));
        }
    }
}
