package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Map;

class LauncherVariablesTest {
    /** Variables of a process that mpirun of Open MPI 4.1 has started with --mca btl self. */
    @Test
    void whatOpenMpisLauncherSetsIsNotTheUsers() {
        Map<String, String> environment =
                Map.of(
                        "OMPI_MCA_ess_base_jobid", "1",
                        "OMPI_MCA_ess_base_vpid", "0",
                        "OMPI_MCA_ess", "^singleton",
                        "OMPI_MCA_orte_hnp_uri", "1.0;tcp://h:1",
                        "OMPI_MCA_orte_tmpdir_base", "/tmp",
                        "OMPI_MCA_initial_wdir", "/d",
                        "OMPI_MCA_shmem_RUNTIME_QUERY_hint", "mmap",
                        "OMPI_MCA_btl", "self",
                        "STRATA_MCA_ess", "pmix",
                        "HOME", "/h");
        assertThat(LauncherVariables.remove(environment))
                .containsOnlyKeys("OMPI_MCA_btl", "STRATA_MCA_ess", "HOME");
    }

    @Test
    void withoutThatLauncherTheyAre() {
        Map<String, String> environment = Map.of("OMPI_MCA_ess", "own", "OMPI_MCA_orte_x", "y");
        assertThat(LauncherVariables.remove(environment)).isEqualTo(environment);
    }
}
