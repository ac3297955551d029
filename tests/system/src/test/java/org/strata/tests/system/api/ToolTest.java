package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.tests.system.BesideOthers;

/** The tool interface in real jobs. */
@BesideOthers
class ToolTest {
    @ParameterizedTest
    @ValueSource(strings = {"self,shm", "self,tcp"})
    void variablesOfAJob(String btl) {
        assertThat(
                        mpirun(
                                        "-np",
                                        "2",
                                        "--mca",
                                        "btl",
                                        btl,
                                        "--mca",
                                        "mpi_max_object_size",
                                        "2k",
                                        "java",
                                        "-cp",
                                        classes(),
                                        ToolProgram.class.getName())
                                .run()
                                .ok()
                                .text())
                .contains("tools: ok");
    }
}
