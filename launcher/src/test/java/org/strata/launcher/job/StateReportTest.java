package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.launcher.host.JavaThreads;
import org.strata.launcher.job.RankProcess.Life;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class StateReportTest {
    private static final String DUMP =
            """
            2026-01-01 00:00:00
            Full thread dump

            "Reference Handler" #7 daemon
               java.lang.Thread.State: RUNNABLE
            \tat java.lang.ref.Reference.wait(java.base@25.0.3/Native Method)

            "main" #3
               java.lang.Thread.State: WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)
            \tat org.strata.opal.progress.ProgressEngine.waitFor(ProgressEngine.java:9)
            \tat mpi.Calls.recv(Calls.java:8)
            \tat mpi.Comm.recv(Comm.java:7)
            \tat mpi.course.Hello.main(Hello.java:12)\033[2J

            "VM Thread" os_prio=0
            """;

    private final StateReport report = new StateReport(timeout -> Map.of(), new RankStacks());

    @Test
    void theCallThatARankIsIn() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String path = System.getProperty("java.class.path");
        Process jvm = new ProcessBuilder(java, "-cp", path, WaitingProgram.class.getName()).start();
        try {
            JavaThreads threads = new JavaThreads(pid -> DUMP);
            RankProcess rank = new FakeHost(0, of -> threads.of(jvm)).process(1, 0);
            rank.reached(Life.INITIALIZED);
            StateReport.Report made = report.of(List.of(rank), "j");
            assertThat(made.lines().stream().map(line -> line.replaceAll(" {2,}", "|")))
                    .containsExactly(
                            "job j: what its ranks do",
                            "|rank|in|waits for|at",
                            "|1|mpi.Comm.recv|mpi.course.Hello.main(Hello.java:12)\\u001b[2J");
            assertThat(made.stacks())
                    .startsWith("stacks of rank 1:", "\"main\" #3")
                    .noneMatch(line -> line.contains("VM Thread"));
        } finally {
            jvm.destroyForcibly();
        }
    }

    /** Waits for the end of its standard input. */
    static final class WaitingProgram {
        private WaitingProgram() {}

        public static void main(String[] args) throws IOException {
            System.in.read();
        }
    }

    @Test
    void ranksThatHaveEndedOrAreNoJvms() throws Exception {
        RankProcess ended = FakeHost.rank(0);
        ended.exited(3);
        StateReport.Report made = report.of(List.of(ended), "j");
        assertThat(made.lines()).endsWith("  0     has exited with code 3");
        assertThat(made.stacks()).isEmpty();
    }
}
