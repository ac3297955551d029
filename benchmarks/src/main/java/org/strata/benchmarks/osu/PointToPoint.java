package org.strata.benchmarks.osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.Buffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Tests of two ranks. */
final class PointToPoint {
    private static final int TAG = 1;
    private static final int BACK = 100;
    private static final int WAKE_UPS = 201;
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private PointToPoint() {}

    static void needTwo() throws MPIException {
        if (MPI.COMM_WORLD.getSize() != 2) {
            throw new IllegalArgumentException("This test runs with exactly 2 ranks.");
        }
    }

    static void latency(Options options) throws MPIException {
        needTwo();
        Report.head("MPI Latency Test (" + options.buffers() + ")", "Latency (us)");
        for (int size = options.minSize(); size <= options.maxSize(); size = Options.next(size)) {
            Object out = Message.of(options, size);
            Object in = Message.of(options, size);
            MPI.COMM_WORLD.barrier();
            pingPong(out, in, size, options.warmup(size));
            Report.line(size, bestBlock(out, in, size, options));
        }
    }

    /** Returns the microseconds of one way in the fastest block of the timed repetitions. */
    private static double bestBlock(Object out, Object in, int size, Options options)
            throws MPIException {
        int times = Math.max(options.iterations(size) / options.blocks(), 1);
        double best = Double.MAX_VALUE;
        for (int i = 0; i < options.blocks(); i++) {
            double start = MPI.wtime();
            pingPong(out, in, size, times);
            best = Math.min(best, MPI.wtime() - start);
        }
        return best * 1e6 / (2.0 * times);
    }

    static void pingPong(Object out, Object in, int size, int times) throws MPIException {
        pingPong(out, in, size, times, 1 - MPI.COMM_WORLD.getRank(), MPI.COMM_WORLD.getRank() == 0);
    }

    /** Bounces one message between this rank and another. */
    static void pingPong(Object out, Object in, int size, int times, int peer, boolean first)
            throws MPIException {
        Comm comm = MPI.COMM_WORLD;
        for (int i = 0; i < times; i++) {
            if (first) {
                comm.send(out, size, MPI.BYTE, peer, TAG);
                comm.recv(in, size, MPI.BYTE, peer, TAG);
            } else {
                comm.recv(in, size, MPI.BYTE, peer, TAG);
                comm.send(out, size, MPI.BYTE, peer, TAG);
            }
        }
    }

    /**
     * Times a request and its answer when both ranks have been idle: the other one sleeps, and this
     * one goes to sleep until it has answered.
     */
    static void wakeUp(Options options) throws MPIException {
        needTwo();
        Report.head("Wake-up Test (" + options.buffers() + ")", "Round trip (us)");
        int size = options.maxSize();
        Object out = Message.of(options, size);
        Object in = Message.of(options, size);
        pingPong(out, in, size, options.warmup(size));
        double[] micros = new double[WAKE_UPS];
        for (int i = 0; i < WAKE_UPS; i++) {
            LockSupport.parkNanos(IDLE_NANOS);
            double start = MPI.wtime();
            pingPong(out, in, size, 1);
            micros[i] = (MPI.wtime() - start) * 1e6;
        }
        Arrays.sort(micros);
        Report.line(size, micros[WAKE_UPS / 2]);
    }

    static void bw(Options options) throws MPIException {
        needTwo();
        Report.head("MPI Bandwidth Test (" + options.buffers() + ")", "Bandwidth (MB/s)");
        int rank = MPI.COMM_WORLD.getRank();
        for (int size = options.minSize(); size <= options.maxSize(); size = Options.next(size)) {
            int times = windows(options.iterations(size));
            stream(options, size, windows(options.warmup(size)), 1 - rank, rank == 0);
            MPI.COMM_WORLD.barrier();
            double start = MPI.wtime();
            stream(options, size, times, 1 - rank, rank == 0);
            double seconds = MPI.wtime() - start;
            Report.line(size, (double) size * options.window() * times / seconds / 1e6);
        }
    }

    /** A window counts for many messages, so fewer of them are enough. */
    static int windows(int iterations) {
        return Math.max(iterations / 20, 2);
    }

    /** Sends (or receives) windows of messages, each window answered once. */
    static void stream(Options options, int size, int times, int peer, boolean sends)
            throws MPIException {
        Comm comm = MPI.COMM_WORLD;
        int window = options.window();
        Request[] requests = new Request[window];
        Buffer buffer = Message.buffer(options, size);
        Buffer answer = Message.buffer(options, 4);
        for (int i = 0; i < times; i++) {
            for (int j = 0; j < window; j++) {
                requests[j] =
                        sends
                                ? comm.iSend(buffer, size, MPI.BYTE, peer, TAG)
                                : comm.iRecv(buffer, size, MPI.BYTE, peer, TAG);
            }
            Request.waitAll(requests);
            if (sends) {
                comm.recv(answer, 4, MPI.BYTE, peer, BACK);
            } else {
                comm.send(answer, 4, MPI.BYTE, peer, BACK);
            }
        }
    }

    static void bibw(Options options) throws MPIException {
        needTwo();
        Report.head("MPI Bi-Directional Bandwidth Test", "Bandwidth (MB/s)");
        for (int size = options.minSize(); size <= options.maxSize(); size = Options.next(size)) {
            int times = windows(options.iterations(size));
            bothWays(options, size, windows(options.warmup(size)));
            MPI.COMM_WORLD.barrier();
            double start = MPI.wtime();
            bothWays(options, size, times);
            double seconds = MPI.wtime() - start;
            Report.line(size, 2.0 * size * options.window() * times / seconds / 1e6);
        }
    }

    private static void bothWays(Options options, int size, int times) throws MPIException {
        Comm comm = MPI.COMM_WORLD;
        int window = options.window();
        int peer = 1 - comm.getRank();
        Request[] requests = new Request[2 * window];
        Buffer out = Message.buffer(options, size);
        Buffer in = Message.buffer(options, size);
        for (int i = 0; i < times; i++) {
            for (int j = 0; j < window; j++) {
                requests[j] = comm.iRecv(in, size, MPI.BYTE, peer, TAG);
            }
            for (int j = 0; j < window; j++) {
                requests[window + j] = comm.iSend(out, size, MPI.BYTE, peer, TAG);
            }
            Request.waitAll(requests);
        }
    }
}
