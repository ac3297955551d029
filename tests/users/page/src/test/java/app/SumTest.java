package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.MPI;
import mpi.MPIException;

import org.strata.junit.MpiTest;

class SumTest {
    @MpiTest(ranks = 4)
    void everybodyGetsTheSum() throws MPIException {
        int[] sum = {MPI.COMM_WORLD.getRank()};
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(6, sum[0]);
    }
}
