package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * The program of P3: what a short message takes, as ping-pong (its figure 11) and in windows of 100
 * that one reply answers (figure 12), by size. Each test runs in blocks of some milliseconds, since
 * the JVM's compilers share the cores of the ranks; the best and the median block are printed.
 *
 * <p>Arguments: milliseconds of warm-up per test, blocks per test.
 */
final class ShortMessages {
    private static final int[] SIZES = {8, 512, 4096, 8192};
    private static final int[] WINDOW_SIZES = {8, 512, 4096};
    private static final int WINDOW = 100;

    /** Messages of rank 0 per block. */
    private static final int PING_PONGS = 10_000;

    private static final int WINDOWS = 200;
    private static final int DATA = 1;
    private static final int REPLY = 2;

    private final int rank;
    private final ByteBuffer out = MPI.newByteBuffer(8192);
    private final ByteBuffer in = MPI.newByteBuffer(8192);
    private final Request[] requests = new Request[WINDOW];

    /** One block of messages of a size; returns the microseconds of a message. */
    @FunctionalInterface
    private interface Test {
        double block(int bytes) throws MPIException;
    }

    private ShortMessages(int rank) {
        this.rank = rank;
    }

    /** Runs in two ranks. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        long warm = Long.parseLong(args[0]) * 1_000_000;
        int blocks = Integer.parseInt(args[1]);
        ShortMessages test = new ShortMessages(MPI.COMM_WORLD.getRank());
        // What is measured first must not be what is compiled first.
        for (int bytes : SIZES) {
            test.warmUp(test::pingPong, bytes, warm);
        }
        for (int bytes : SIZES) {
            test.measure("latency", test::pingPong, bytes, warm, blocks);
        }
        for (int bytes : WINDOW_SIZES) {
            test.measure("window", test::window, bytes, warm, blocks);
        }
        MPI.Finalize();
    }

    private void measure(String name, Test test, int bytes, long warm, int blocks)
            throws MPIException {
        warmUp(test, bytes, warm);
        double[] times = new double[blocks];
        for (int i = 0; i < blocks; i++) {
            times[i] = test.block(bytes);
        }
        Arrays.sort(times);
        if (rank == 0) {
            System.out.printf(
                    Locale.ROOT, "%s %d %.4f %.4f%n", name, bytes, times[0], times[blocks / 2]);
        }
    }

    private void warmUp(Test test, int bytes, long nanos) throws MPIException {
        long end = System.nanoTime() + nanos;
        int[] more = {1};
        while (more[0] != 0) {
            test.block(bytes);
            more[0] = System.nanoTime() < end ? 1 : 0;
            MPI.COMM_WORLD.bcast(more, 1, MPI.INT, 0);
        }
    }

    private double pingPong(int bytes) throws MPIException {
        long start = System.nanoTime();
        for (int i = 0; i < PING_PONGS; i++) {
            if (rank == 0) {
                MPI.COMM_WORLD.send(out, bytes, MPI.BYTE, 1, DATA);
                MPI.COMM_WORLD.recv(in, bytes, MPI.BYTE, 1, DATA);
            } else {
                MPI.COMM_WORLD.recv(in, bytes, MPI.BYTE, 0, DATA);
                MPI.COMM_WORLD.send(out, bytes, MPI.BYTE, 0, DATA);
            }
        }
        return micros(start, 2L * PING_PONGS);
    }

    private double window(int bytes) throws MPIException {
        long start = System.nanoTime();
        for (int i = 0; i < WINDOWS; i++) {
            for (int k = 0; k < WINDOW; k++) {
                requests[k] =
                        rank == 0
                                ? MPI.COMM_WORLD.iSend(out, bytes, MPI.BYTE, 1, DATA)
                                : MPI.COMM_WORLD.iRecv(in, bytes, MPI.BYTE, 0, DATA);
            }
            Request.waitAll(requests);
            if (rank == 0) {
                MPI.COMM_WORLD.recv(in, 4, MPI.BYTE, 1, REPLY);
            } else {
                MPI.COMM_WORLD.send(out, 4, MPI.BYTE, 0, REPLY);
            }
        }
        return micros(start, (long) WINDOWS * WINDOW);
    }

    private static double micros(long start, long messages) {
        return (System.nanoTime() - start) / 1e3 / messages;
    }
}
