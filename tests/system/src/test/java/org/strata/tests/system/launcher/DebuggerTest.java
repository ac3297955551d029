package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Running;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The JDK's debugger at one rank of a job. */
@BesideOthers
class DebuggerTest {
    private static final String PROGRAM =
            """
            import mpi.MPI;

            public class Debugged {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int answer = 41 + MPI.COMM_WORLD.getRank();
                    System.out.println("answer " + answer);
                    MPI.Finalize();
                }
            }
            """;

    private static final String PROMPT = "main[1] ";
    private static final List<String> ANSWERS = List.of("Breakpoint hit:", "answer = ");
    private static final List<String> COMMANDS = List.of("print answer", "cont");

    @TempDir Path temp;

    /** Some port behind which the next one is likely to be free, too. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    @LongRun
    void aBreakpointInRankOne() throws IOException, InterruptedException {
        Path source = Files.writeString(temp.resolve("Debugged.java"), PROGRAM);
        int port = freePort() - 1;
        try (Running job =
                mpirun(
                                "--jdwp",
                                port + ",suspend,rank=1",
                                "-np",
                                "2",
                                "java",
                                "-Xlog:gc:file=" + temp + "/gc.%r.%j.log",
                                source.toString())
                        .start()) {
            job.awaitErr(err -> err.contains("waits for its debugger"));
            assertThat(job.errSoFar()).containsPattern("\\n  1 +\\S+ +" + (port + 1) + "\\n");
            assertThat(dialogue(port + 1))
                    .contains("Breakpoint hit", "answer = 42")
                    .doesNotContain("answer = 41");
            assertThat(job.await().ok().lines())
                    .containsExactlyInAnyOrder("answer 41", "answer 42");
        }
        try (var logs = Files.newDirectoryStream(temp, "gc.[01].*.log")) {
            assertThat(logs).hasSize(2);
        }
    }

    /** The script's first program is not the debugged one's child: only it has the port. */
    @Test
    @LongRun
    void behindAScript() throws IOException, InterruptedException {
        Path source = Files.writeString(temp.resolve("Debugged.java"), PROGRAM);
        Path script = temp.resolve("run.sh");
        Files.writeString(
                script,
                "#!/bin/sh\njava -version 2>/dev/null || exit 9\nexec java "
                        + source
                        + " \"$@\"\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        int port = freePort() - 1;
        try (Running job =
                mpirun("--jdwp", port + ",suspend,rank=1", "-np", "2", script.toString()).start()) {
            job.awaitErr(err -> err.contains("behind " + script));
            assertThat(dialogue(port + 1)).contains("Breakpoint hit", "answer = 42");
            assertThat(job.await().ok().lines())
                    .containsExactlyInAnyOrder("answer 41", "answer 42");
        }
    }

    /** The JVM listens some time after mpirun has printed its table. */
    private static String dialogue(int port) throws IOException, InterruptedException {
        String jdb = JobRunner.jdk().resolve("bin/jdb").toString();
        while (true) {
            Process debugger =
                    new ProcessBuilder(jdb, "-attach", "127.0.0.1:" + port)
                            .redirectErrorStream(true)
                            .start();
            StringBuilder said = new StringBuilder();
            try (BufferedReader out = debugger.inputReader(StandardCharsets.UTF_8);
                    PrintWriter in = new PrintWriter(debugger.outputWriter(), true)) {
                in.println("stop at Debugged:7");
                in.println("cont");
                int step = 0;
                for (int next = out.read(); next >= 0; next = out.read()) {
                    said.append((char) next);
                    String text = said.toString();
                    // Each command is given when the one before it has been answered.
                    if (step < ANSWERS.size()
                            && text.endsWith(PROMPT)
                            && text.contains(ANSWERS.get(step))) {
                        in.println(COMMANDS.get(step++));
                    }
                }
            } finally {
                debugger.destroyForcibly().waitFor();
            }
            if (!said.toString().contains("Connection refused")) {
                return said.toString();
            }
        }
    }
}
