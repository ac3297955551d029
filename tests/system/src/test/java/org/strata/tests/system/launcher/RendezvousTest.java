package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.launcher.programs.Leaver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/** Three ranks that nobody has launched: plain java, and variables as containers have them. */
@BesideOthers
class RendezvousTest {
    private static final int LIMIT_SECONDS = 120;

    /** Starts the ranks, the last first, and prints their exit codes. */
    private static final String RANKS =
            """
            for rank in 2 1 0; do
              (RANK=$rank "$@"; echo "code $?") &
            done
            wait
            """;

    @TempDir private Path directory;
    private int port;

    @BeforeEach
    void chooseAPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
    }

    private Result run(String... arguments) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef");
        String java = JobRunner.jdk().resolve("bin/java").toString();
        String jar = JobRunner.root().resolve("dist/lib/mpi.jar").toString();
        String[] words = {
            "sh",
            "-c",
            RANKS,
            "ranks",
            java,
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            jar + ":" + JobRunner.classes(),
            Leaver.class.getName()
        };
        String[] all = Arrays.copyOf(words, words.length + arguments.length);
        System.arraycopy(arguments, 0, all, words.length, arguments.length);
        return command(all)
                .env("MASTER_ADDR", "127.0.0.1")
                .env("MASTER_PORT", "" + port)
                .env("WORLD_SIZE", "3")
                .env("STRATA_SECRET_FILE", secret.toString())
                .atMost(LIMIT_SECONDS)
                .run();
    }

    @Test
    void ranksAreOneJob() throws IOException {
        assertThat(run().ok().lines())
                .containsExactlyInAnyOrder(
                        "rank 0 of 3 runs",
                        "rank 1 of 3 runs",
                        "rank 2 of 3 runs",
                        "code 0",
                        "code 0",
                        "code 0");
    }

    @Test
    @LongRun
    void abortEndsEveryRankWithItsCode() throws IOException {
        Result result = run("abort", "2").ok();
        assertThat(result.lines()).filteredOn(line -> line.equals("code 7")).hasSize(3);
        assertThat(result.err()).contains("with error code 7");
        leavesNothing(result);
    }

    @Test
    @LongRun
    void aRankThatIsGoneEndsTheJob() throws IOException {
        Result result = run("halt", "1").ok();
        assertThat(result.lines()).contains("code 9").doesNotContain("code 0");
        assertThat(result.err()).contains("Rank 1").contains("has gone without MPI.Finalize");
        leavesNothing(result);
    }

    /** The survivors have removed what the job shared, in the name of its first process. */
    private static void leavesNothing(Result result) throws IOException {
        String first = "first process ";
        String pid =
                result.lines().stream()
                        .filter(line -> line.startsWith(first))
                        .map(line -> line.substring(first.length()))
                        .findFirst()
                        .orElseThrow();
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            assertThat(files.filter(file -> file.toString().contains("strata." + pid + "-")))
                    .isEmpty();
        }
    }
}
