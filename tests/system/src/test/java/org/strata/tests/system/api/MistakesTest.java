package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.JVM;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.util.ArrayList;
import java.util.List;

/** {@code mpirun --check} ends a job with what is wrong in the program, and where. */
@BesideOthers
class MistakesTest {
    private static JobRunner job(String mistake, String... options) {
        List<String> words = new ArrayList<>(List.of("-np", "3", "--oversubscribe"));
        words.addAll(List.of(options));
        words.addAll(List.of("java", JVM, "-cp", classes(), MistakesProgram.class.getName()));
        words.add(mistake);
        return mpirun(words.toArray(new String[0]));
    }

    @ParameterizedTest
    @UsualRows(1)
    @CsvSource(
            delimiter = '|',
            value = {
                "message-type|Error in MPI_Recv, called at |message has elements MPI.INT, the"
                        + " receive takes MPI.FLOAT; it was sent at ",
                "root|differ in their roots:|ranks 0, 1: MPI_Bcast (root 0, 4 × MPI.INT) at ",
                "order|differ in their calls:|rank 1: MPI_Reduce (root 0, MPI_SUM, 4 × MPI.INT) at"
                        + " ",
                "counts|in MPI_Gatherv rank 1 has 1 × MPI.INT|the root, rank 0, counts 2 × MPI.INT",
                "changed|has changed element 5 (MPI.DOUBLE)|The request was started at ",
                "early-end|differ in their calls:|rank 1: MPI_Finalize at ",
                "java-type|Error in MPI_Send|elements are MPI.DOUBLE, the buffer is an int[]",
                "late-type|Error in MPI_Wait|has elements MPI.INT, the receive takes MPI.FLOAT",
                "length|differ in their data:|rank 2: MPI_Bcast (root 0, 5 × MPI.INT) at ",
                "operation|differ in their operations:|rank 2: MPI_Allreduce (MPI_MAX, ",
                "pairs|in MPI_Alltoallv rank 2 has 1 × MPI.INT|rank 0 counts 2 × MPI.INT for it",
                "changed-persistent|has changed element 262143 (MPI.DOUBLE)|started at ",
            })
    void mistakesEndTheJob(String mistake, String first, String second) {
        Result result = job(mistake, "--check").run();
        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains(first).contains(second).contains("MistakesProgram.java:");
        assertThat(result.text()).doesNotContain("ended");
    }

    @Test
    void whatIsLeftIsNamedAtTheEnd() {
        Result result = job("left", "--check").run().ok();
        assertThat(result.text()).isEqualTo("ended\n");
        assertThat(result.err())
                .contains("a message of 8 bytes from rank 0, tag 7 on communicator")
                .contains("request with rank 0, made at ");
    }

    @Test
    void aProgramThatCatchesTheErrorGoesOn() {
        assertThat(job("none").env("STRATA_MCA_mpi_check", "1").run().ok().text())
                .isEqualTo("ended\n");
    }

    /** Without the option a mistake is what it is with every MPI. */
    @Test
    @LongRun
    void nothingIsCheckedWithoutTheOption() {
        job("changed").run().ok().quiet();
        job("message-type").run().ok().quiet();
    }

    /** What is right stays right: the API's own tests, with all checks. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"2,shm", "3,tcp", "4,shm", "2,openib"})
    void rightProgramsPass(int ranks, String btl) {
        passesWithChecks(ranks, btl, "point-to-point", "collectives", "intercomms");
    }

    @Test
    @LongRun
    void rightReductionsPass() {
        passesWithChecks(2, "shm", "backwards", "reductions");
    }

    private static void passesWithChecks(int ranks, String btl, String... parts) {
        JobRunner job = ApiTest.job(ranks, btl, JVM, ApiPrograms.class, parts);
        ApiTest.passes(job.env("STRATA_MCA_mpi_check", "1"));
    }
}
