package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;

/** Fails in the way that the argument names; the job must end with it. */
public final class ErrorsProgram {
    private ErrorsProgram() {}

    /** Rank 0 waits for a message where rank 1 fails by itself. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        switch (args[0]) {
            case "truncate" -> {
                if (rank == 1) {
                    MPI.COMM_WORLD.send(new int[10], 10, MPI.INT, 0, 7);
                } else {
                    MPI.COMM_WORLD.recv(new int[2], 2, MPI.INT, MPI.ANY_SOURCE, 7);
                }
                MPI.COMM_WORLD.barrier();
            }
            case "abort" -> {
                if (rank == 1) {
                    MPI.COMM_WORLD.abort(7);
                }
                MPI.COMM_WORLD.barrier();
            }
            default -> {
                if (rank == 1) {
                    throw new IllegalStateException("on purpose");
                }
                MPI.COMM_WORLD.barrier();
            }
        }
        MPI.Finalize();
    }
}
