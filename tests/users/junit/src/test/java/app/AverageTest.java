package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.MPI;
import mpi.MPIException;

import org.junit.jupiter.api.Test;
import org.strata.junit.MpiTest;

class AverageTest {
    /** A job of one process, in the JVM of the tests. */
    @Test
    void alone() throws MPIException {
        MPI.Init(new String[0]);
        assertEquals(7, Average.of(7, MPI.COMM_WORLD));
        MPI.Finalize();
    }

    @MpiTest(ranks = 4)
    void ofFourRanks() throws MPIException {
        System.out.println("rank " + MPI.COMM_WORLD.getRank() + " is here");
        assertEquals(1.5, Average.of(MPI.COMM_WORLD.getRank(), MPI.COMM_WORLD));
    }

    @MpiTest(ranks = 4)
    void wrongOnOneRank() throws MPIException {
        int expected = Boolean.getBoolean("wrong") && MPI.COMM_WORLD.getRank() == 2 ? 5 : 4;
        assertEquals(expected, MPI.COMM_WORLD.getSize());
    }
}
