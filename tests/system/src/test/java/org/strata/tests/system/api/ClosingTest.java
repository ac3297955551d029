package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.JVM;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner.Result;

/** An arena that is closed under an operation ends the operation, not the process. */
@BesideOthers
class ClosingTest {
    private static final int ROUNDS = 20;

    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({
        "openib, 2, send, 4000000, false",
        "openib, 2, receive, 4000000, false",
        "openib, 2, receive, 4000000, true",
        "shm, 2, send, 4000000, false",
        "shm, 2, receive, 4000000, false",
        "shm, 2, send, 4000000, true",
        "tcp, 2, send, 4000000, false",
        "tcp, 2, receive, 4000000, false",
        "self, 1, send, 4000000, false",
        "self, 1, receive, 4000000, true",
    })
    void theOperationFailsAndEverythingElseGoesOn(
            String btl, int ranks, String who, int bytes, boolean gaps) {
        Result result =
                mpirun(
                                "-np",
                                "" + ranks,
                                "--oversubscribe",
                                "--mca",
                                "btl",
                                btl.equals("self") ? "self" : "self," + btl,
                                "java",
                                JVM,
                                "-cp",
                                classes(),
                                ClosingProgram.class.getName(),
                                who,
                                "" + bytes,
                                "" + ROUNDS,
                                "" + gaps)
                        .run()
                        .ok();
        assertThat(result.lines()).hasSize(ranks);
        int inTime = 0;
        for (String line : result.lines()) {
            String[] words = line.split("\\D+");
            int complete = Integer.parseInt(words[2]);
            int failed = Integer.parseInt(words[3]);
            inTime += failed + Integer.parseInt(words[4]);
            assertThat(complete + failed).as(line).isEqualTo(ROUNDS * (3 - ranks));
        }
        assertThat(inTime).as("closed, or tried to, before the end").isPositive();
    }
}
