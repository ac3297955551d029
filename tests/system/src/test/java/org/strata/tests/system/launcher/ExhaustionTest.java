package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

/** A JVM that runs out of stack or heap in the middle of a call ends the job, and says so. */
@BesideOthers
class ExhaustionTest {
    private static final String PROGRAM = "org.strata.tests.system.launcher.programs.Exhaustion";

    private static Result exhaust(String btl, String what, String where) {
        return mpirun(
                        "-np",
                        "2",
                        "--mca",
                        "btl",
                        "self," + btl,
                        "java",
                        "-Xss400k",
                        "-Xmx48m",
                        "-cp",
                        JobRunner.classes(),
                        PROGRAM,
                        what,
                        where)
                .run();
    }

    @ParameterizedTest
    @LongRun
    @CsvSource({
        "shm, self, Comm.sendRecv",
        "shm, peer, Comm.sendRecv",
        "tcp, peer, Comm.sendRecv",
        "openib, peer, Comm.sendRecv",
        "shm, collective, Comm.allReduce",
        "shm, split, Intracomm.split",
        "shm, object, Comm.bcastObject"
    })
    void aStackThatOverflowsInACallEndsTheJob(String btl, String where, String call) {
        Result result = exhaust(btl, "stack", where);
        assertThat(result.code()).isNotZero();
        String said = "StackOverflowError inside " + call;
        assertThat(result.message()).contains("ended the job: " + said + ".");
        assertThat(result.err())
                .contains("*** " + said + ", called at " + PROGRAM + ".")
                .contains("all processes abort now")
                .contains("-Xss");
    }

    /** The JVM may have no memory for the error's stack trace, or for the program's own end. */
    @Test
    void aHeapThatIsFullInACallEndsTheJob() {
        Result result = exhaust("shm", "heap", "send");
        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains("OutOfMemoryError");
        assertThat(result.message())
                .containsAnyOf("Rank 0 ended the job: OutOfMemoryError", "Rank 0 exited with code");
    }
}
