package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.nio.file.Path;

/** What Init waits for, and what a user reads when it fails or all ranks make the same mistake. */
@BesideOthers
class FailedInitTest {
    private static final String SHOW = "org.strata.tests.system.launcher.programs.Show";
    private static final String LATE_INIT = "org.strata.tests.system.launcher.programs.LateInit";
    private static final String FAILURE = "org.strata.tests.system.launcher.programs.WrongRank";

    /** The message and its causes, and not a frame of what wires the stack. */
    @Test
    void aRankThatCannotJoinShowsTheReasonOnly() {
        mpirun("--version").run().ok();
        String jar = JobRunner.root().resolve("dist/lib/mpi.jar").toString();
        Result result =
                command(
                                JobRunner.jdk().resolve("bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                jar + ":" + JobRunner.classes(),
                                SHOW)
                        .env("STRATA_RANK", "0")
                        .env("STRATA_CONTACT", "/no/such/contact")
                        .run()
                        .failed(1);
        assertThat(result.message())
                .contains("MPI cannot start: This process cannot join its job: /no/such/contact")
                .contains("Caused by: java.nio.file.NoSuchFileException: /no/such/contact")
                .doesNotContain("guice")
                .doesNotContain("com.google")
                .doesNotContain("java.lang.reflect");
    }

    /** As with Open MPI: nobody is back before the last one has come. */
    @Test
    void initWaitsForAllRanks(@TempDir Path directory) {
        String file = directory.resolve("called").toString();
        String[] job = {
            "--oversubscribe", "-np", "3", "java", "-cp", JobRunner.classes(), LATE_INIT, file
        };
        Result result = mpirun(job).run().ok();
        assertThat(result.lines()).containsExactly("true", "true", "true");
    }

    /** Open MPI aggregates the help texts of its ranks, too. */
    @Test
    void ranksThatFailAlikeAreNamedOnce() {
        Result result =
                mpirun("-np", "3", "sh", "-c", "trap '' TERM; sleep 0.02; exit 9").run().failed(9);
        assertThat(result.message()).contains("Ranks 0-2 exited with code 9");
        assertThat(result.message().split("exited with code", -1)).hasSize(2);
    }

    /** The boxes differ in the names of the ranks, and are shown once. */
    @Test
    @LongRun
    void aReasonOfAllRanksIsShownOnce() {
        String[] job = {
            "--oversubscribe",
            "--mca",
            "btl",
            "self,tcp",
            "--mca",
            "btl_tcp_if_include",
            "none0",
            "-np",
            "3",
            "java",
            "-cp",
            JobRunner.classes(),
            SHOW
        };
        Result result = mpirun(job).run().failed(1);
        assertThat(result.message())
                .containsOnlyOnce("no BTL connects them. Process 1:")
                .contains("MPI cannot start: Two processes cannot reach each other");
    }

    /** Every rank's block, but for host and process id, is the same. */
    @Test
    void aFatalErrorOfAllRanksIsShownOnce() {
        String[] job = {"--oversubscribe", "-np", "3", "java", "-cp", JobRunner.classes(), FAILURE};
        Result result = mpirun(job).run().failed(6);
        assertThat(result.message())
                .containsOnlyOnce("MPI_ERR_RANK: invalid rank: destination 99")
                .containsOnlyOnce("MPI_ERRORS_ARE_FATAL")
                .containsPattern("Ranks? [-0-9, ]+ ended the job: MPI_ERR_RANK in MPI_Send[.]");
    }
}
