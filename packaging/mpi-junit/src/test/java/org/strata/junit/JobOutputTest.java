package org.strata.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobOutputTest {
    /** As mpirun prints it, with the stacks cut. */
    private static final String REPORT =
            """
            mpirun: rank 0 (process 811) waits in MPI.COMM_WORLD.recv for a message of rank 1, tag 7
            rank 1 (process 813), thread main, waits in MPI.COMM_WORLD.recv for a message of rank 0
            rank 2 has exited with code 0
            deadlock: rank 0 waits for a message of rank 1, rank 1 waits for a message of rank 0
            stacks of rank 0:
            "main" #3 [32352] prio=5 os_prio=0 runnable
            \tat mpi.Comm.recv(Comm.java:130)
            --------------------------------------------------------------------------
            The job has run longer than the 2 s of --timeout or MPIEXEC_TIMEOUT; it has
            been ended.
            """;

    @Test
    void theSummaryHasRanksAndDeadlocks() {
        assertThat(JobOutput.summary(REPORT.lines().toList()))
                .containsExactly(
                        "rank 0 (process 811) waits in MPI.COMM_WORLD.recv for a message of rank 1,"
                                + " tag 7",
                        "rank 1 (process 813), thread main, waits in MPI.COMM_WORLD.recv for a"
                                + " message of rank 0",
                        "rank 2 has exited with code 0",
                        "deadlock: rank 0 waits for a message of rank 1, rank 1 waits for a message"
                                + " of rank 0");
    }
}
