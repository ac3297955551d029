package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.ess.own.ThreadBinding;
import org.strata.launcher.cli.AppContext;
import org.strata.launcher.map.Plan;
import org.strata.launcher.map.Slots;

import java.util.List;
import java.util.Map;

class OtherLaunchersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PMI_FD",
                "PMI_RANK",
                "PMIX_NAMESPACE",
                "HYDI_CONTROL_FD",
                "MPI_LOCALRANKID",
                "MPI_LOCALNRANKS",
                "SLURM_STEP_ID",
                "SLURM_STEPID",
                "SLURM_PROCID",
                "SLURM_LOCALID",
                "SLURM_NODEID",
                "OMPI_COMM_WORLD_RANK"
            })
    void theirVariablesAreKnown(String name) {
        assertThat(OtherLaunchers.use(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SLURM_JOB_ID", "SLURM_JOB_NODELIST", "PMIRROR", "MPI_HOME", "PATH", "PMI"})
    void othersAreNotTheirs(String name) {
        assertThat(OtherLaunchers.use(name)).isFalse();
    }

    /**
     * What the user exports by name is passed on, whatever it is; an outer rank's binding is not.
     */
    @Test
    void ranksSeeThemOnlyWhenTheyAreExported() {
        Map<String, String> own =
                Map.of(
                        "PMI_FD",
                        "9",
                        "PMIX_RANK",
                        "2",
                        "SLURM_JOB_ID",
                        "4",
                        "HOME",
                        "/h",
                        ThreadBinding.PROCESSORS,
                        "0");
        AppContext program =
                new AppContext(1, List.of("PMIX_RANK", "PMI_ID=7"), Map.of(), null, List.of("p"));
        Plan plan = new Plan(new Slots(1, "", false), List.of(program), List.of(), List.of());
        RankEnvironment environment =
                new RankEnvironment(own, List.of(Map.of("p", "v")), plan, false);
        assertThat(environment.ofProgram(0))
                .containsOnly(
                        Map.entry("PMIX_RANK", "2"),
                        Map.entry("PMI_ID", "7"),
                        Map.entry("SLURM_JOB_ID", "4"),
                        Map.entry("HOME", "/h"),
                        Map.entry("p", "v"));
    }
}
