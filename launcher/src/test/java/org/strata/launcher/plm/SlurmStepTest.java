package org.strata.launcher.plm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;

/** The srun that starts all daemons. */
class SlurmStepTest {
    private static final List<String> DAEMON = List.of("java", "Stratad");

    private static ProcessBuilder on(List<String> arguments, String... hosts) {
        return new SlurmStep(Path.of("/usr/bin/srun"), arguments, DAEMON).on(List.of(hosts));
    }

    @Test
    void startsOneTaskPerHost() {
        assertThat(on(List.of("--mem=0"), "h1", "h3").command())
                .containsExactly(
                        "/usr/bin/srun",
                        "--nodes=2",
                        "--ntasks=2",
                        "--ntasks-per-node=1",
                        "--nodelist=h1,h3",
                        "--mpi=none",
                        "--kill-on-bad-exit=1",
                        "--overlap",
                        "--input=all",
                        "--chdir=/",
                        "--mem=0",
                        "java",
                        "Stratad");
    }

    /** A daemon that had the processors of one task only would bind all ranks to them. */
    @Test
    void isNotLimitedToOneTaskOfTheProgram() {
        assertThat(on(List.of(), "h1").environment())
                .containsEntry("SLURM_CPU_BIND", "none")
                .doesNotContainKeys("SLURM_CPUS_PER_TASK", "SLURM_STDINMODE");
    }
}
