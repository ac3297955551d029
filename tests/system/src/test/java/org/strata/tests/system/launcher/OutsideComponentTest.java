package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.nio.file.Path;

/** Components outside the distribution: {@code tests/btl-uds}, {@code tests/pml-copy}. */
class OutsideComponentTest {
    private static final Path ROOT = JobRunner.root();
    private static final String COMPONENTS =
            ROOT.resolve("tests/btl-uds/target/classes")
                    + ":"
                    + ROOT.resolve("tests/pml-copy/target/classes");

    private static JobRunner ring(String... options) {
        String[] words = new String[options.length + 9];
        String[] first = {"-np", "2", "--oversubscribe"};
        System.arraycopy(first, 0, words, 0, 3);
        System.arraycopy(options, 0, words, 3, options.length);
        String classes = ROOT.resolve("examples/target/classes").toString();
        String[] last = {"java", "-cp", classes, "Ring", "--laps", "200"};
        System.arraycopy(last, 0, words, 3 + options.length, 6);
        return mpirun(words);
    }

    @Test
    void carryMessagesBetweenRanks() {
        Result result =
                ring(
                                "--mca",
                                "pml",
                                "copy",
                                "--mca",
                                "pml_base_verbose",
                                "10",
                                "--mca",
                                "btl",
                                "self,uds",
                                "--mca",
                                "btl_uds_max_send_size",
                                "8k")
                        .env("STRATA_COMPONENTS", COMPONENTS)
                        .run()
                        .ok();
        assertThat(result.text()).contains("as it should be: true");
        assertThat(result.message()).contains("pml: copy is used");
    }

    /** Without the variable the launcher prints what is installed, and starts nothing. */
    @Test
    void isUnknownWhereItIsNotNamed() {
        Result result =
                ring("--mca", "btl", "self,uds").env("STRATA_COMPONENTS", null).run().failed(1);
        assertThat(result.message()).contains("\"uds\" is no component of framework btl");
    }

    @Test
    void itsParametersAreListed() {
        Result result =
                JobRunner.command(ROOT.resolve("bin/mpi_info").toString(), "--param", "btl", "uds")
                        .env("STRATA_COMPONENTS", COMPONENTS)
                        .run()
                        .ok();
        assertThat(result.text()).contains("MCA btl: uds");
    }
}
