package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.JVM;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner.Result;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Registrations are kept, yet none is used for memory that it was not made for. */
@BesideOthers
class ReusedMemoryTest {
    private static final int MESSAGE = 600_000;
    private static final int IDLE_BYTES = 4 << 20;

    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"pipeline_leave_pinned", "rget", "leave_pinned"})
    void memoryThatComesAndGoesIsNeverMistaken(String protocol) {
        String[] words = {
            "-np",
            "2",
            "--oversubscribe",
            "--mca",
            "btl",
            "self,openib",
            "--mca",
            "pml_ob1_rdma_protocol",
            protocol,
            "--mca",
            "mpi_leave_pinned",
            "1",
            "--mca",
            "btl_openib_rdma_pipeline_send_length",
            "64k",
            "--mca",
            "btl_openib_rdma_pipeline_frag_size",
            "128k",
            "--mca",
            "rcache_grdma_max_idle_bytes",
            "" + IDLE_BYTES,
            "--mca",
            "mpi_spc_dump_enabled",
            "1",
            "java",
            JVM,
            "-cp",
            classes(),
            ReusedMemoryProgram.class.getName(),
            System.getProperty("long") == null ? "100" : "300"
        };
        Result result = mpirun(words).run().ok();
        assertThat(number(result.text(), "ok, addresses used again: ")).isPositive();
        assertThat(number(result.err(), "rcache_grdma_hits +")).isPositive();
        // What is idle, two messages under way, and the link's own buffers.
        assertThat(number(result.err(), "rcache_grdma_peak_bytes +"))
                .isLessThan(IDLE_BYTES + 8 * MESSAGE);
    }

    private static long number(String text, String before) {
        Matcher found = Pattern.compile(before + "(\\d+)").matcher(text);
        assertThat(found.find()).as(text).isTrue();
        return Long.parseLong(found.group(1));
    }
}
