package org.strata.benchmarks.osu;

import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.nio.ByteBuffer;

/** Tests of windows: rank 0 operates on rank 1's memory, whose process waits in a barrier. */
final class OneSided {
    private static final int TARGET = 1;

    private OneSided() {}

    /** One operation of a size, or several; the buffers belong to it until the next flush. */
    private interface Operation {
        void run(Win win, ByteBuffer data, int size) throws MPIException;
    }

    static void putLatency(Options options) throws MPIException {
        latency(
                options,
                "MPI_Put Latency Test",
                (win, data, size) -> win.put(data, size, MPI.BYTE, TARGET, 0, size, MPI.BYTE));
    }

    static void getLatency(Options options) throws MPIException {
        latency(
                options,
                "MPI_Get Latency Test",
                (win, data, size) -> win.get(data, size, MPI.BYTE, TARGET, 0, size, MPI.BYTE));
    }

    static void accumulateLatency(Options options) throws MPIException {
        latency(
                options,
                "MPI_Accumulate Latency Test",
                (win, data, size) ->
                        win.accumulate(data, size, MPI.BYTE, TARGET, 0, size, MPI.BYTE, MPI.SUM));
    }

    static void fetchAndOpLatency(Options options) throws MPIException {
        ByteBuffer result = MPI.newByteBuffer(Long.BYTES);
        atomic(
                options,
                "MPI_Fetch_and_op Latency Test",
                (win, data, size) -> win.fetchAndOp(data, result, MPI.LONG, TARGET, 0, MPI.SUM));
    }

    static void compareAndSwapLatency(Options options) throws MPIException {
        ByteBuffer result = MPI.newByteBuffer(Long.BYTES);
        ByteBuffer compare = MPI.newByteBuffer(Long.BYTES);
        atomic(
                options,
                "MPI_Compare_and_swap Latency Test",
                (win, data, size) ->
                        win.compareAndSwap(data, compare, result, MPI.LONG, TARGET, 0));
    }

    static void putBandwidth(Options options) throws MPIException {
        PointToPoint.needTwo();
        Report.head(title(options, "MPI_Put Bandwidth Test"), "Bandwidth (MB/s)");
        int window = options.window();
        Operation puts =
                (win, data, size) -> {
                    for (int i = 0; i < window; i++) {
                        win.put(data, size, MPI.BYTE, TARGET, 0, size, MPI.BYTE);
                    }
                };
        for (int size = options.minSize(); size <= options.maxSize(); size = Options.next(size)) {
            int times = PointToPoint.windows(options.iterations(size));
            int warmup = PointToPoint.windows(options.warmup(size));
            double seconds = seconds(options, size, puts, warmup, times);
            Report.line(size, (double) size * window * times / seconds / 1e6);
        }
    }

    private static String title(Options options, String name) {
        return name + " (" + options.buffers() + ", lock, flush)";
    }

    private static void latency(Options options, String name, Operation operation)
            throws MPIException {
        PointToPoint.needTwo();
        Report.head(title(options, name), "Latency (us)");
        for (int size = options.minSize(); size <= options.maxSize(); size = Options.next(size)) {
            line(options, size, operation);
        }
    }

    private static void atomic(Options options, String name, Operation operation)
            throws MPIException {
        PointToPoint.needTwo();
        Report.head(title(options, name), "Latency (us)");
        line(options, Long.BYTES, operation);
    }

    private static void line(Options options, int size, Operation operation) throws MPIException {
        int times = options.iterations(size);
        double seconds = seconds(options, size, operation, options.warmup(size), times);
        Report.line(size, seconds * 1e6 / times);
    }

    /** Runs an operation and a flush, many times, at rank 0; returns what that took there. */
    private static double seconds(
            Options options, int size, Operation operation, int warmup, int times)
            throws MPIException {
        int bytes = Math.max(size, Long.BYTES);
        ByteBuffer data = (ByteBuffer) Message.buffer(options, bytes);
        ByteBuffer memory = (ByteBuffer) Message.buffer(options, bytes);
        Win win = new Win(memory, bytes, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        double seconds = 1;
        if (MPI.COMM_WORLD.getRank() == 0) {
            win.lock(MPI.LOCK_SHARED, TARGET, 0);
            repeat(win, data, size, operation, warmup);
            double start = MPI.wtime();
            repeat(win, data, size, operation, times);
            seconds = MPI.wtime() - start;
            win.unlock(TARGET);
        }
        MPI.COMM_WORLD.barrier();
        win.free();
        return seconds;
    }

    private static void repeat(Win win, ByteBuffer data, int size, Operation operation, int times)
            throws MPIException {
        for (int i = 0; i < times; i++) {
            operation.run(win, data, size);
            win.flush(TARGET);
        }
    }
}
