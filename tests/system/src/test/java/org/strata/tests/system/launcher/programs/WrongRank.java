package org.strata.tests.system.launcher.programs;

import mpi.MPI;
import mpi.MPIException;

/** Every rank sends to a rank that does not exist. */
public final class WrongRank {
    private WrongRank() {}

    /** Runs the rank. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        MPI.COMM_WORLD.barrier();
        MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 99, 0);
        MPI.Finalize();
    }
}
