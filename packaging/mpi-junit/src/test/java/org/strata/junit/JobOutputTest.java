package org.strata.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Collections;

class JobOutputTest {
    /** As mpirun prints it. */
    private static final String REPORT =
            """
            mpirun: job 811-ab: ranks 0-1 wait for each other and cannot go on
              rank  in                   waits for                     at
              0-1   MPI.COMM_WORLD.recv  a message of rank 1, tag 7    Main.main(Main.java:3)
            deadlock: rank 0 waits for a message of rank 1, rank 1 waits for a message of rank 0
            stacks: /x/target/strata-811-ab-stacks.txt (ranks: 2)
            --------------------------------------------------------------------------
            The job has run longer than the 2 s of --timeout or MPIEXEC_TIMEOUT; it has
            been ended.
            """;

    @Test
    void theSummaryIsTheReportWithoutTheBox() {
        assertThat(JobOutput.summary(REPORT.lines().toList()))
                .hasSize(5)
                .startsWith("job 811-ab: ranks 0-1 wait for each other and cannot go on")
                .endsWith("stacks: /x/target/strata-811-ab-stacks.txt (ranks: 2)");
    }

    @Test
    void aSummaryIsShort() {
        assertThat(JobOutput.summary(Collections.nCopies(1000, "line"))).hasSizeLessThan(38);
    }
}
