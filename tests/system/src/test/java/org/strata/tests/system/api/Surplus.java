package org.strata.tests.system.api;

import mpi.MPI;
import mpi.MPIException;

import java.util.Arrays;

/**
 * Arrays of counts and displacements that are longer than a communicator has processes. The entries
 * behind those of the processes are not significant (MPI 3.1 §5.5), and differ from rank to rank.
 */
final class Surplus {
    private Surplus() {}

    /** Returns the entries, and behind them as many others as depends on the rank: 0 to 2. */
    static int[] behind(int[] significant) throws MPIException {
        int rank = MPI.COMM_WORLD.getRank();
        int size = significant.length;
        int[] all = Arrays.copyOf(significant, size + (rank + 1) % 3);
        Arrays.fill(all, size, all.length, rank % 2 == 0 ? 1_000_000_007 : -1 - rank);
        return all;
    }
}
