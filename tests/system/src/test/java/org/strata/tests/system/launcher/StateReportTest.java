package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What mpirun prints of a job that hangs. */
class StateReportTest {
    private static final String DEADLOCK =
            """
            import mpi.MPI;

            public class Deadlock {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int peer = 1 - MPI.COMM_WORLD.getRank();
                    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, peer, 5);
                    MPI.Finalize();
                }
            }
            """;

    @TempDir Path temp;

    @Test
    void aTimeoutReportsTheCallAndTheStacksOfEveryRank() throws IOException {
        Path source = Files.writeString(temp.resolve("Deadlock.java"), DEADLOCK);
        Result result =
                mpirun(
                                "--timeout",
                                "25",
                                "--get-stack-traces",
                                "-np",
                                "2",
                                "java",
                                source.toString())
                        .run()
                        .failed(110);
        for (int rank = 0; rank < 2; rank++) {
            assertThat(result.err())
                    .containsPattern(
                            "rank "
                                    + rank
                                    + " \\(process \\d+\\) is between MPI.Init and MPI.Finalize, in"
                                    + " mpi.Comm.recv called\\s+at Deadlock.main");
        }
        assertThat(result.err()).contains("\"main\"").contains("at mpi.Comm.recv(");
    }
}
