package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.nio.file.Path;

/** A BTL that is not part of the distribution: {@code tests/btl-uds}. */
class OutsideComponentTest {
    private static final Path ROOT = JobRunner.root();
    private static final String COMPONENTS =
            ROOT.resolve("tests/btl-uds/target/classes").toString();

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
    void carriesMessagesBetweenRanks() {
        Result result =
                ring("--mca", "btl", "self,uds", "--mca", "btl_uds_max_send_size", "8k")
                        .env("STRATA_COMPONENTS", COMPONENTS)
                        .run()
                        .ok();
        assertThat(result.text()).contains("as it should be: true");
    }

    /** Without the variable the launcher says what there is, and starts nothing. */
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
