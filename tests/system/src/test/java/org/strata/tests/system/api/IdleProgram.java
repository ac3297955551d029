package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * The processor time that blocked ranks take: all but the last wait for a message, again and again,
 * which the last sends late.
 */
final class IdleProgram {
    /** Windows at most: compilers and collectors have work of their own at first. */
    private static final int MOST_WINDOWS = 100;

    /** Windows in a row that are idle on average: the system counts ticks of ten milliseconds. */
    private static final int WINDOWS = 5;

    private static final long WINDOW_MILLIS = 700;

    /** Share of one core that all waiting ranks together may take. */
    private static final double MOST = 0.05;

    private IdleProgram() {}

    static void run() throws MPIException {
        double[] shares = new double[WINDOWS];
        Arrays.fill(shares, 1);
        for (int i = 0; i < MOST_WINDOWS && Arrays.stream(shares).sum() >= MOST * WINDOWS; i++) {
            shares[i % WINDOWS] = window();
        }
        double last = Arrays.stream(shares).sum();
        Check.that(last < MOST * WINDOWS, "blocked ranks took " + Arrays.toString(shares));
    }

    /** Returns the share of one core that all ranks which waited for the last one took together. */
    private static double window() throws MPIException {
        int last = MPI.COMM_WORLD.getSize() - 1;
        double[] mine = {0};
        if (MPI.COMM_WORLD.getRank() == last) {
            sleep();
            for (int peer = 0; peer < last; peer++) {
                MPI.COMM_WORLD.send(mine, 1, MPI.DOUBLE, peer, 0);
            }
        } else {
            mine[0] = shareWhileBlocked(last);
        }
        double[] all = {0};
        MPI.COMM_WORLD.allReduce(mine, all, 1, MPI.DOUBLE, MPI.SUM);
        return all[0];
    }

    private static double shareWhileBlocked(int sender) throws MPIException {
        var system =
                (com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean();
        double[] message = {0};
        long wall = System.nanoTime();
        long busy = system.getProcessCpuTime();
        MPI.COMM_WORLD.recv(message, 1, MPI.DOUBLE, sender, 0);
        long taken = system.getProcessCpuTime() - busy;
        return (double) taken / (System.nanoTime() - wall);
    }

    private static void sleep() {
        try {
            Thread.sleep(WINDOW_MILLIS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
