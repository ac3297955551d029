package org.strata.tests.system.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.JVM;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner.Result;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Memory that the JVM does not own, or that is freed behind its back. */
@BesideOthers
class ForeignMemoryTest {
    private static final int MESSAGES = ForeignMemoryProgram.BUFFERS * ForeignMemoryProgram.TIMES;

    private static Result run(String how, int leavePinned) {
        return mpirun(
                        "-np",
                        "2",
                        "--oversubscribe",
                        "--mca",
                        "btl",
                        "self,openib",
                        "--mca",
                        "mpi_leave_pinned",
                        "" + leavePinned,
                        "--mca",
                        "rcache_grdma_print_stats",
                        "true",
                        "java",
                        JVM,
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        classes(),
                        ForeignMemoryProgram.class.getName(),
                        how)
                .run()
                .ok();
    }

    /** Returns a counter of each rank's registration cache. */
    private static List<Integer> counters(Result result, String name) {
        List<Integer> found = new ArrayList<>();
        Pattern.compile("rcache grdma:.* " + name + " (\\d+)")
                .matcher(result.err())
                .results()
                .map((MatchResult match) -> Integer.parseInt(match.group(1)))
                .forEach(found::add);
        assertThat(found).as(result.text()).hasSize(2);
        return found;
    }

    /** A message may find the registration of the one before, but not of the former buffer. */
    @Test
    @LongRun
    void aBufferThatWasCleanedIsRegisteredAnew() {
        Result result = run("clean", 1);
        int most = MESSAGES - ForeignMemoryProgram.BUFFERS;
        assertThat(counters(result, "hits")).allMatch(hits -> hits <= most);
        assertThat(counters(result, "replaced memory")).allMatch(replaced -> replaced > 0);
    }

    @ParameterizedTest
    @LongRun
    @CsvSource({"malloc, 36", "global, 3"})
    void foreignMemoryIsNeverKept(String how, int messages) {
        Result result = run(how, 1);
        assertThat(counters(result, "hits")).allMatch(hits -> hits == 0);
        assertThat(counters(result, "unknown memory")).allMatch(count -> count == messages);
    }

    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"overlap, 1", "malloc, 0", "clean, 0", "malloc, -1", "overlap, 0", "overlap, -1"})
    void everyMessageArrivesAndNothingCrashes(String how, int leavePinned) {
        assertThat(run(how, leavePinned).lines())
                .containsExactlyInAnyOrder("rank 0 ok", "rank 1 ok");
    }
}
