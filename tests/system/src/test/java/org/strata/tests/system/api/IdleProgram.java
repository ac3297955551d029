package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;

import java.lang.management.ManagementFactory;

/**
 * The processor time that blocked ranks take: all but the last wait for a message, again and again,
 * which the last sends late.
 */
final class IdleProgram {
    private static final int WINDOWS = 100;
    private static final long WINDOW_MILLIS = 700;

    /** Share of one core that all waiting ranks together may take. */
    private static final double MOST = 0.05;

    private IdleProgram() {}

    static void run() throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int last = MPI.COMM_WORLD.getSize() - 1;
        double least = Double.MAX_VALUE;
        // Once is enough: compilers and collectors of the JVMs have work of their own at first, and
        // where others use the processors too, for long.
        for (int i = 0; i < WINDOWS && least >= MOST; i++) {
            double[] mine = {0};
            if (rank == last) {
                sleep();
                for (int peer = 0; peer < last; peer++) {
                    MPI.COMM_WORLD.send(mine, 1, MPI.DOUBLE, peer, 0);
                }
                mine[0] = 0;
            } else {
                mine[0] = shareWhileBlocked(last);
            }
            double[] all = {0};
            MPI.COMM_WORLD.allReduce(mine, all, 1, MPI.DOUBLE, MPI.SUM);
            least = Math.min(least, all[0]);
        }
        Check.that(least < MOST, "blocked ranks took " + 100 * least + " % of a core");
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
