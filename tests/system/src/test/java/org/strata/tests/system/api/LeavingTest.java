package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A send that has returned needs its sender no more: a rank that calls nothing of MPI afterwards
 * holds no peer up, over links that have to connect first, and over links that take a message in
 * parts.
 */
@BesideOthers
class LeavingTest {
    private static final String FEW_CREDITS =
            "btl self,openib btl_openib_provider soft btl_openib_use_srq 0 btl_openib_rd_num 2"
                    + " btl_openib_use_eager_rdma 0";

    private static final String TUPLES =
            "btl self,openib btl_openib_provider soft pml tupleq verbs_soft_mode ";

    @TempDir private Path directory;

    /**
     * Each row: the call, the ranks, the values in each message, the messages, the links. First
     * messages, for which a link has to connect; links with two credits, so that the rest of a
     * message waits in the process; messages to queues by tag, such as wait in the adapter, first
     * ones, and more than lanes carry. The other rows are other links, links that write 700 bytes
     * at a time, long messages, in fragments and with packets that end them, and more ranks.
     */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource(
            delimiter = '|',
            value = {
                "pairs | 4 | 1 | 1 | btl self,openib btl_openib_provider soft",
                "pairs | 4 | 1000 | 20 | " + FEW_CREDITS,
                "late | 4 | 100 | 3 | " + TUPLES + "inline",
                "reverse | 4 | 100 | 20 | " + TUPLES + "inline",
                "barrier | 4 | 0 | 1 | btl self,tcp",
                "pairs | 4 | 50000 | 4 | btl self,tcp btl_tcp_max_write 700 btl_tcp_links 3",
                "pairs | 4 | 50000 | 4 | " + FEW_CREDITS + " verbs_soft_devices 2",
                "pairs | 8 | 1 | 1 | btl self,tcp",
                "pairs | 8 | 1 | 1 | btl self,tcp btl_tcp_links 3",
                "pairs | 4 | 1000 | 20 | btl self,tcp btl_tcp_max_write 700",
                "pairs | 8 | 1 | 1 | " + TUPLES + "inline",
                "pairs | 4 | 1000 | 100 | " + TUPLES + "engine",
                "late | 4 | 1 | 3 | " + TUPLES + "engine",
                "reverse | 8 | 1 | 3 | " + TUPLES + "inline",
                "reverse | 4 | 1000 | 100 | " + TUPLES + "engine pml_tupleq_lanes 1"
            })
    void aMessageArrivesWithoutItsSender(
            String call, int ranks, int values, int messages, String options) {
        List<String> words = new ArrayList<>(List.of("-np", "" + ranks, "--oversubscribe"));
        String[] pairs = options.split(" ");
        for (int i = 0; i < pairs.length; i += 2) {
            words.addAll(List.of("--mca", pairs[i], pairs[i + 1]));
        }
        words.addAll(List.of("--mca", "coll", "^shm"));
        words.addAll(List.of("java", JobRunner.JVM, "-cp", JobRunner.classes()));
        words.addAll(List.of(LeavingProgram.class.getName(), directory.toString(), call));
        words.addAll(List.of("" + values, "" + messages));
        JobRunner.Result result = JobRunner.mpirun(words.toArray(new String[0])).run();
        assertThat(result.text()).as(result.err()).isEmpty();
        assertThat(result.code()).as(result.err()).isZero();
    }
}
