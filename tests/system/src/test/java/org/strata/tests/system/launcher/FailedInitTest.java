package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

/** What a user reads when MPI.Init fails. */
class FailedInitTest {
    private static final String SHOW = "org.strata.tests.system.launcher.programs.Show";

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

    /** Open MPI aggregates the help texts of its ranks, too. */
    @Test
    void ranksThatFailAlikeAreNamedOnce() {
        Result result =
                mpirun("-np", "3", "sh", "-c", "trap '' TERM; sleep 0.02; exit 9").run().failed(9);
        assertThat(result.message()).contains("Ranks 0-2 exited with code 9");
        assertThat(result.message().split("exited with code", -1)).hasSize(2);
    }
}
