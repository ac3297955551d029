package org.strata.tests.system.launcher.programs;

import mpi.MPI;

import java.util.concurrent.CountDownLatch;

/** The rank of the second argument leaves in the way of the first, or all wait for a signal. */
public final class Leaver {
    private static final int CODE = 9;
    private static final int ABORT_CODE = 7;

    private Leaver() {}

    /** Runs the rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        System.out.println(
                "rank " + MPI.COMM_WORLD.getRank() + " of " + MPI.COMM_WORLD.getSize() + " runs");
        if (args.length > 1 && MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("first process " + ProcessHandle.current().pid());
        }
        if (args.length > 1 && args[0].equals("wait")) {
            System.out.println("rank waits as " + ProcessHandle.current().pid());
            new CountDownLatch(1).await();
        }
        if (args.length > 1 && MPI.COMM_WORLD.getRank() == Integer.parseInt(args[1])) {
            switch (args[0]) {
                case "abort" -> MPI.COMM_WORLD.abort(ABORT_CODE);
                case "halt" -> Runtime.getRuntime().halt(CODE);
                default -> System.exit(CODE);
            }
        }
        MPI.COMM_WORLD.barrier();
        MPI.Finalize();
    }
}
