package org.strata.benchmarks.osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;

/** Latency of collectives: the mean over ranks of the mean over calls, a barrier between calls. */
final class Collectives {
    private static final int WORK = 400_000;

    private Collectives() {}

    /** One call. */
    private interface Call {
        void run() throws MPIException;
    }

    /** Makes the call for a size. */
    private interface Setup {
        Call of(int size) throws MPIException;
    }

    private static void measure(Options options, String title, int unit, Setup setup)
            throws MPIException {
        Report.head(title, "Avg Latency(us)");
        for (int size = Math.max(options.minSize(), unit);
                size <= Math.max(options.maxSize(), 0);
                size = Options.next(size)) {
            Call call = setup.of(size);
            repeat(call, options.warmup(size));
            double seconds = repeat(call, options.iterations(size));
            double[] sum = {seconds * 1e6 / options.iterations(size)};
            MPI.COMM_WORLD.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
            Report.line(size, sum[0] / MPI.COMM_WORLD.getSize());
        }
    }

    private static double repeat(Call call, int times) throws MPIException {
        double seconds = 0;
        for (int i = 0; i < times; i++) {
            double start = MPI.wtime();
            call.run();
            seconds += MPI.wtime() - start;
            MPI.COMM_WORLD.barrier();
        }
        return seconds;
    }

    static void barrier(Options options) throws MPIException {
        Comm comm = MPI.COMM_WORLD;
        Report.head("MPI Barrier Latency Test", "Avg Latency(us)");
        for (int i = 0; i < options.warmup(0); i++) {
            comm.barrier();
        }
        double start = MPI.wtime();
        for (int i = 0; i < options.iterations(0); i++) {
            comm.barrier();
        }
        double[] sum = {(MPI.wtime() - start) * 1e6 / options.iterations(0)};
        comm.allReduce(sum, 1, MPI.DOUBLE, MPI.SUM);
        Report.line(0, sum[0] / comm.getSize());
    }

    static void allReduce(Options options) throws MPIException {
        measure(
                options,
                "MPI Allreduce Latency Test",
                Float.BYTES,
                size -> {
                    Object in = Message.of(options, size);
                    Object out = Message.of(options, size);
                    int count = size / Float.BYTES;
                    return () -> MPI.COMM_WORLD.allReduce(in, out, count, MPI.FLOAT, MPI.SUM);
                });
    }

    /** Ranks that compute and then meet: who comes late makes the others wait. */
    static void workAndAllReduce(Options options) throws MPIException {
        Report.head("MPI Work and Allreduce Test", "Avg Time(us)");
        for (int size = Double.BYTES; size <= options.maxSize(); size = Options.next(size)) {
            double[] values = new double[size / Double.BYTES];
            int times = options.iterations(size);
            double start = 0;
            for (int i = -options.warmup(size); i < times; i++) {
                if (i == 0) {
                    MPI.COMM_WORLD.barrier();
                    start = MPI.wtime();
                }
                values[0] = work(i);
                MPI.COMM_WORLD.allReduce(values, values.length, MPI.DOUBLE, MPI.MAX);
            }
            Report.line(size, (MPI.wtime() - start) * 1e6 / times);
        }
    }

    /**
     * Steps each of which needs the one before it, and which no compiler folds: as long as in C.
     */
    private static double work(long seed) {
        long state = seed | 1L << 40;
        for (int i = 0; i < WORK; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        return state;
    }

    static void reduce(Options options) throws MPIException {
        measure(
                options,
                "MPI Reduce Latency Test",
                Float.BYTES,
                size -> {
                    Object in = Message.of(options, size);
                    Object out = Message.of(options, size);
                    int count = size / Float.BYTES;
                    return () -> MPI.COMM_WORLD.reduce(in, out, count, MPI.FLOAT, MPI.SUM, 0);
                });
    }

    static void reduceScatter(Options options) throws MPIException {
        int ranks = MPI.COMM_WORLD.getSize();
        measure(
                options,
                "MPI Reduce_scatter Latency Test",
                Float.BYTES * ranks,
                size -> {
                    Object in = Message.of(options, size);
                    Object out = Message.of(options, size / ranks);
                    int[] counts = new int[ranks];
                    Arrays.fill(counts, size / ranks / Float.BYTES);
                    return () -> MPI.COMM_WORLD.reduceScatter(in, out, counts, MPI.FLOAT, MPI.SUM);
                });
    }

    static void bcast(Options options) throws MPIException {
        measure(
                options,
                "MPI Broadcast Latency Test",
                1,
                size -> {
                    Object buffer = Message.of(options, size);
                    return () -> MPI.COMM_WORLD.bcast(buffer, size, MPI.BYTE, 0);
                });
    }

    static void allToAll(Options options) throws MPIException {
        int ranks = MPI.COMM_WORLD.getSize();
        measure(
                options,
                "MPI All-to-All Latency Test",
                1,
                size -> {
                    Object in = Message.of(options, size * ranks);
                    Object out = Message.of(options, size * ranks);
                    return () -> MPI.COMM_WORLD.allToAll(in, size, MPI.BYTE, out, size, MPI.BYTE);
                });
    }

    static void allGather(Options options) throws MPIException {
        int ranks = MPI.COMM_WORLD.getSize();
        measure(
                options,
                "MPI Allgather Latency Test",
                1,
                size -> {
                    Object in = Message.of(options, size);
                    Object out = Message.of(options, size * ranks);
                    return () -> MPI.COMM_WORLD.allGather(in, size, MPI.BYTE, out, size, MPI.BYTE);
                });
    }
}
