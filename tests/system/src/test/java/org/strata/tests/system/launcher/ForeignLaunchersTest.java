package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.launcher.programs.Leaver;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Ranks that launchers of others start; where one is not installed, its tests are skipped. */
@Tag("hosts")
class ForeignLaunchersTest {
    private static final String HYDRA = "mpiexec.hydra";
    private static final String HYDRA_PORT = "mpiexec.hydra -pmi-port";
    private static final String OPEN_MPI = "mpirun.openmpi --allow-run-as-root --oversubscribe";
    private static final int LIMIT_SECONDS = 60;

    private static List<String> java(String... arguments) {
        String classPath = JobRunner.root().resolve("dist/lib/mpi.jar") + ":" + JobRunner.classes();
        List<String> words =
                new ArrayList<>(
                        List.of(
                                JobRunner.jdk().resolve("bin/java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                classPath,
                                Leaver.class.getName()));
        words.addAll(List.of(arguments));
        return words;
    }

    private static Result run(String launcher, String... arguments) {
        List<String> words = new ArrayList<>(List.of(launcher.split(" ")));
        assumeThat(Path.of("/usr/bin", words.getFirst()))
                .as(words.getFirst() + " is not installed")
                .exists();
        words.addAll(List.of("-n", "3"));
        words.addAll(java(arguments));
        return command(words.toArray(String[]::new)).atMost(LIMIT_SECONDS).run();
    }

    @ParameterizedTest
    @ValueSource(strings = {HYDRA, HYDRA_PORT, OPEN_MPI})
    void ranksAreOneJob(String launcher) {
        assertThat(run(launcher).ok().lines())
                .containsExactlyInAnyOrder(
                        "rank 0 of 3 runs", "rank 1 of 3 runs", "rank 2 of 3 runs");
    }

    @ParameterizedTest
    @ValueSource(strings = {HYDRA, HYDRA_PORT, OPEN_MPI})
    void abortEndsTheJobWithItsCode(String launcher) {
        assertThat(run(launcher, "abort", "2").failed(7).err()).contains("with error code 7");
        run(launcher, "abort", "0").failed(7);
    }

    /** Rank 0, which runs the control server, and another one. */
    @ParameterizedTest
    @ValueSource(strings = {HYDRA, HYDRA_PORT, OPEN_MPI})
    void aRankThatIsGoneEndsTheJob(String launcher) {
        for (String rank : List.of("0", "1")) {
            assertThat(run(launcher, "halt", rank).code()).isNotZero();
            assertThat(run(launcher, "exit", rank).code()).isNotZero();
        }
    }

    @Test
    void mpirunInsideOfAnotherLauncherHasAJobOfItsOwn() {
        List<String> words = new ArrayList<>(List.of("-np", "2"));
        words.addAll(java());
        assertThat(
                        mpirun(words.toArray(String[]::new))
                                .env("PMI_FD", "9")
                                .env("PMIX_RANK", "1")
                                .env("PMIX_NAMESPACE", "n")
                                .run()
                                .ok()
                                .lines())
                .containsExactlyInAnyOrder("rank 0 of 2 runs", "rank 1 of 2 runs");
    }

    @Test
    void hydraInsideOfAJobHasAJobOfItsOwn() {
        assumeThat(Path.of("/usr/bin", HYDRA)).as(HYDRA + " is not installed").exists();
        List<String> words = new ArrayList<>(List.of("-np", "1", HYDRA, "-n", "2"));
        words.addAll(java());
        assertThat(mpirun(words.toArray(String[]::new)).run().ok().lines())
                .containsExactlyInAnyOrder("rank 0 of 2 runs", "rank 1 of 2 runs");
    }

    @Test
    void aStepOfSlurmWithoutInterfaceIsRefused() {
        Result result =
                command(java().toArray(String[]::new))
                        .env("SLURM_STEP_ID", "0")
                        .env("SLURM_STEP_NUM_TASKS", "2")
                        .run()
                        .failed(1);
        assertThat(result.err()).contains("--mpi=pmi2");
    }
}
