package org.strata.benchmarks.papers;

import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;
import java.util.Locale;

/**
 * Times tests in blocks of some milliseconds, since the JVM's compilers share the cores of the
 * ranks. Rank 0 prints a test's name, bytes, best and median block.
 */
final class BlockTimer {
    private final int rank;
    private final long warmNanos;
    private final int blocks;

    /** One block of messages of a size; returns the microseconds of a message. */
    @FunctionalInterface
    interface Test {
        double block(int bytes) throws MPIException;
    }

    /** Takes from a program's arguments: milliseconds of warm-up per test, blocks per test. */
    BlockTimer(String[] args) throws MPIException {
        rank = MPI.COMM_WORLD.getRank();
        warmNanos = Long.parseLong(args[0]) * 1_000_000;
        blocks = Integer.parseInt(args[1]);
    }

    /** Runs a test until its time is over; all ranks end together. */
    void warmUp(Test test, int bytes) throws MPIException {
        long end = System.nanoTime() + warmNanos;
        int[] more = {1};
        while (more[0] != 0) {
            test.block(bytes);
            more[0] = System.nanoTime() < end ? 1 : 0;
            MPI.COMM_WORLD.bcast(more, 1, MPI.INT, 0);
        }
    }

    /** Warms a test up, and prints what its blocks took. */
    void measure(String name, Test test, int bytes) throws MPIException {
        warmUp(test, bytes);
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

    /** Returns the microseconds of a message since a start. */
    static double micros(long start, long messages) {
        return (System.nanoTime() - start) / 1e3 / messages;
    }
}
