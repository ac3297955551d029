package org.strata.tests.system.launcher.programs;

import mpi.MPI;

/**
 * The last rank sends each other one a message per step, for which they wait; then, as its argument
 * says, it kills itself, aborts the job, or has all wait for their end ("wait", or "stay" when all
 * have got their messages).
 */
public final class Steps {
    /** Messages to each rank. */
    public static final int STEPS = 30;

    private static final int PAUSE_MILLIS = 50;
    private static final int CODE = 7;
    private static final int TAG = 1;

    private Steps() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int last = MPI.COMM_WORLD.getSize() - 1;
        double[] number = new double[1];
        for (int step = 0; step < STEPS; step++) {
            if (rank == last) {
                Thread.sleep(PAUSE_MILLIS);
                for (int to = 0; to < last; to++) {
                    MPI.COMM_WORLD.send(number, 1, MPI.DOUBLE, to, TAG);
                }
            } else {
                MPI.COMM_WORLD.recv(number, 1, MPI.DOUBLE, last, TAG);
            }
        }
        String action = args.length > 0 ? args[0] : "";
        if (action.equals("stay")) {
            // What is sent to another host leaves once there is a connection, which takes calls
            // that
            // wait: a rank that leaves the first barrier may still have its last message.
            MPI.COMM_WORLD.barrier();
            MPI.COMM_WORLD.barrier();
        }
        System.out.println("rank " + rank);
        if (action.equals("wait") || action.equals("stay")) {
            Thread.sleep(Long.MAX_VALUE);
        }
        if (rank == last && action.equals("kill")) {
            new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start().waitFor();
        }
        if (rank == last && action.equals("abort")) {
            MPI.COMM_WORLD.abort(CODE);
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }
}
