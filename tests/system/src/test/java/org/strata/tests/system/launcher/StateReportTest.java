package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.JobRunner.Running;
import org.strata.tests.system.LinuxOnly;
import org.strata.tests.system.launcher.programs.ThreadWaits;
import org.strata.tests.system.launcher.programs.Waits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What mpirun prints of a running job: what each rank waits for, and who waits for whom. */
@BesideOthers
class StateReportTest {
    private static final String EARLY_END =
            """
            import mpi.MPI;

            public class EarlyEnd {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    if (MPI.COMM_WORLD.getRank() == 0) {
                        MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1, 5);
                    } else {
                        MPI.COMM_WORLD.send(new int[2], 2, MPI.INT, 0, 6);
                    }
                    MPI.Finalize();
                }
            }
            """;

    @TempDir Path temp;

    private Running start(Class<?> program, int ranks, String... options) {
        List<String> words = new ArrayList<>(List.of("--oversubscribe"));
        words.addAll(List.of(options));
        words.addAll(
                List.of(
                        "-np",
                        Integer.toString(ranks),
                        "java",
                        "-cp",
                        JobRunner.classes(),
                        program.getName()));
        // Where the files with the stacks lie.
        return mpirun(words.toArray(String[]::new)).in(temp).start();
    }

    private String stacks() throws IOException {
        try (Stream<Path> files = Files.list(temp)) {
            return Files.readString(files.findFirst().orElseThrow());
        }
    }

    private static void awaitUp(Running job, int ranks) {
        job.awaitOut(out -> out.split("up\n", -1).length > ranks);
    }

    /** Every kind of wait, two deadlocks and a rank that computes, in one job. */
    @ParameterizedTest
    @LongRun
    @ValueSource(strings = {"shm,tuned", "tuned"})
    void whatEachRankWaitsFor(String coll) throws IOException {
        try (Running job = start(Waits.class, 10, "--mca", "coll", coll)) {
            awaitUp(job, 10);
            String report = "";
            while (!report.contains("rank 1 waits for a message of rank 0")) {
                String before = job.errSoFar();
                job.signal("USR2");
                job.awaitErr(err -> err.substring(before.length()).contains("(ranks: 10)\n"));
                report = job.errSoFar().substring(before.length());
                assertThat(job.inTime()).as(report).isTrue();
            }
            assertThat(report.lines()).hasSizeLessThanOrEqualTo(25);
            assertThat(report.replaceAll(" {2,}", "|"))
                    .containsPattern("mpirun: job \\S+: ranks 0-3 wait for each other")
                    .containsPattern(
                            "\\|0\\|MPI.COMM_WORLD.recv\\|a message of rank 1, tag 7, 8 bytes\\|"
                                    + "org.strata.tests.system.launcher.programs.Waits.main")
                    .contains("Comm.recv on ocean|a message of rank 0, any tag, 3 bytes")
                    .contains("MPI.COMM_WORLD.send|rank 3 to receive a message, tag 2, 1048576")
                    .contains("MPI.COMM_WORLD.probe|a message of any rank, tag 3|")
                    .containsPattern("\\|5\\|is not in an MPI call")
                    .contains("Request.waitAny on MPI_COMM_WORLD|a message of rank 4, tag 1")
                    .containsPattern(
                            "\\|[\\d,-]*7[\\d,-]*\\|Comm.barrier on communicator \\d+\\.\\d+ of 4")
                    .contains("MPI.Finalize|all ranks to call it")
                    .contains(
                            "deadlock: rank 0 waits for a message of rank 1, rank 1 waits for a"
                                    + " message of rank 0\n")
                    .contains(
                            "deadlock: rank 2 waits for rank 3 to receive a message, rank 3 waits"
                                    + " for rank 2 to receive a message\n")
                    .contains("stacks: " + temp);
            assertThat(stacks()).contains("stacks of rank 0:", "\tat mpi.Comm.recv(");
            job.signal("TERM");
            job.await().failed(143);
        }
    }

    /** Messages that fly are no deadlock, whenever they are looked at. */
    @Test
    @LongRun
    @LinuxOnly("a signal of users prints a report")
    void threadsThatWaitAreNamed() {
        try (Running job = start(ThreadWaits.class, 2)) {
            awaitUp(job, 2);
            for (int i = 1; i <= 3; i++) {
                int reports = i;
                job.signal(i < 3 ? "USR2" : "QUIT");
                job.awaitErr(err -> err.split("\\(ranks: 2\\)\n", -1).length > reports);
            }
            assertThat(job.errSoFar().replaceAll(" {2,}", "|"))
                    .contains("|1 (reader-10)|MPI.COMM_WORLD.recv|a message of rank 0, tag 10")
                    .contains("|1 (reader-11)|MPI.COMM_WORLD.recv|")
                    .doesNotContain("deadlock");
            job.signal("TERM");
            job.await().failed(143);
        }
    }

    /** Waits most of the time, so it runs beside the others. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aTimeoutReports() throws IOException {
        Path source = Files.writeString(temp.resolve("EarlyEnd.java"), EARLY_END);
        Result result =
                mpirun(
                                "--timeout",
                                "10",
                                "--get-stack-traces",
                                "-np",
                                "2",
                                "java",
                                source.toString())
                        .run()
                        .failed(110);
        assertThat(result.err())
                .contains(
                        "deadlock: rank 0 waits for a message of rank 1, rank 1 waits for rank 0 to"
                                + " call MPI.Finalize\n")
                .contains("  EarlyEnd.main(EarlyEnd.java:7)")
                .containsPattern("of rank 1: 1 message, tag 6, 8 bytes; it waits for a message of")
                .contains("\tat mpi.Comm.recv(");
    }
}
