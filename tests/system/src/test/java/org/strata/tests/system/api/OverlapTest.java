package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.JVM;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;

import java.nio.file.Path;

/** The progress threads of btl-openib move messages of every protocol while both ranks compute. */
@BesideOthers
class OverlapTest {
    @TempDir private Path directory;

    @ParameterizedTest(name = "{2} bytes by {1} with mode {0} over {3}")
    @UsualRows(2)
    @CsvSource({
        "inline, auto, 100, 1",
        "inline, copy, 1000000, 1",
        "inline, pipeline, 8000000, 2",
        "engine, rput, 8000000, 1",
        "inline, rget, 8000000, 1"
    })
    void dataArriveWhileBothRanksAreOutsideMpi(
            String mode, String protocol, int bytes, int devices) {
        String[] words = {
            "-np",
            "2",
            "--oversubscribe",
            "--mca",
            "btl",
            "self,openib",
            "--mca",
            "btl_openib_use_async_progress",
            "1",
            "--mca",
            "verbs_soft_mode",
            mode,
            "--mca",
            "verbs_soft_devices",
            "" + devices,
            "--mca",
            "pml_ob1_rdma_protocol",
            protocol,
            "java",
            JVM,
            "-cp",
            classes(),
            OverlapProgram.class.getName(),
            directory.toString(),
            "" + bytes
        };
        assertThat(mpirun(words).run().ok().text()).startsWith("ok, " + bytes);
    }
}
