package org.strata.tests.system.launcher.programs;

import mpi.MPI;

/**
 * Rank 1 sends 100 messages of 8 bytes, each 20 ms after rank 0 has begun to wait for it; with an
 * argument it ends itself then. The name of its communicator must do no harm in a page.
 */
public final class Late {
    private Late() {}

    /**
     * Runs as a rank.
     *
     * @param args anything: rank 1 ends without MPI.Finalize, with code 9
     */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        double[] number = new double[1];
        for (int i = 0; i < 100; i++) {
            if (MPI.COMM_WORLD.getRank() == 0) {
                MPI.COMM_WORLD.recv(number, 1, MPI.DOUBLE, 1, 5);
            } else {
                Thread.sleep(20);
                MPI.COMM_WORLD.send(number, 1, MPI.DOUBLE, 0, 5);
            }
        }
        if (args.length > 0 && MPI.COMM_WORLD.getRank() == 1) {
            Runtime.getRuntime().halt(9);
        }
        MPI.COMM_WORLD.setName("\"><script>");
        MPI.Finalize();
    }
}
