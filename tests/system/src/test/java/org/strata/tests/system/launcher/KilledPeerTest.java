package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.JobRunner.Running;
import org.strata.tests.system.Leftovers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the calls of a rank say whose peer over tcp is killed while it is in one of them. */
class KilledPeerTest {
    private static final String SURVIVOR = "org.strata.tests.system.launcher.programs.Survivor";
    private static final Pattern UP = Pattern.compile("up ([01]) (\\d+)\n");

    private Leftovers leftovers;

    @TempDir private Path folder;

    @BeforeEach
    void lookAround() {
        leftovers = new Leftovers();
    }

    @AfterEach
    void nothingIsLeft() {
        leftovers.assertNothingNew();
    }

    private static JobRunner job(String... words) {
        List<String> all = new ArrayList<>(List.of("-np", "2", "--oversubscribe"));
        all.addAll(List.of("--mca", "btl", "self,tcp", "java", "-cp", JobRunner.classes()));
        all.add(SURVIVOR);
        all.addAll(List.of(words));
        return mpirun(all.toArray(String[]::new));
    }

    private static void killRankOne(Running job) {
        String out = job.awaitOut(text -> UP.matcher(text).results().count() == 2);
        Matcher up = UP.matcher(out);
        while (up.find()) {
            if (up.group(1).equals("1")) {
                JobRunner.kill("KILL", Long.parseLong(up.group(2)));
            }
        }
    }

    /** mpirun is stopped, so that only the broken connection tells that the peer has ended. */
    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"window", "barrier"})
    void theErrorClassIsThatOfAnAbortedProcess(String first) throws Exception {
        Path file = folder.resolve("classes");
        try (Running job = job(first, file.toString()).start()) {
            job.awaitOut(text -> UP.matcher(text).results().count() == 2);
            job.signal("STOP");
            killRankOne(job);
            Awaitility.await().until(() -> Files.exists(file));
            job.signal("CONT");
            Result result = job.await().failed(137);
            assertThat(Files.readAllLines(file))
                    .hasSizeGreaterThan(5)
                    .allMatch(line -> line.endsWith(" MPI_ERR_PROC_ABORTED"));
            assertOnlyTheBox(result);
        }
    }

    /** With the usual error handler the survivor would abort; the cause has the only text. */
    @ParameterizedTest
    @LongRun
    @ValueSource(strings = {"window", "allreduce"})
    void onlyTheCauseIsPrinted(String first) {
        try (Running job = job(first).start()) {
            killRankOne(job);
            assertOnlyTheBox(job.await().failed(137));
        }
    }

    private static void assertOnlyTheBox(Result result) {
        assertThat(result.message()).contains("Rank 1 was probably killed by a signal");
        List<String> lines = result.err().lines().toList();
        assertThat(lines.getFirst()).matches("-{74}");
        assertThat(lines.getLast()).matches("-{74}");
        assertThat(lines).filteredOn(line -> line.matches("-{74}")).hasSize(2);
    }
}
