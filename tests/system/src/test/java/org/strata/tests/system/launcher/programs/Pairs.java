package org.strata.tests.system.launcher.programs;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Collectives of pairs of ranks: of 0 and 1, of 2 and 3, and so on. */
public final class Pairs {
    private static final int CALLS = 20;

    private Pairs() {}

    /** Prints the sum of a one of each member. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        int me = MPI.COMM_WORLD.getRank();
        Intracomm pair = MPI.COMM_WORLD.split(me / 2, me);
        int[] sum = new int[1];
        for (int i = 0; i < CALLS; i++) {
            sum[0] = 1;
            pair.allReduce(sum, 1, MPI.INT, MPI.SUM);
        }
        MPI.COMM_WORLD.barrier();
        System.out.println("sum " + sum[0]);
        pair.free();
        MPI.Finalize();
    }
}
