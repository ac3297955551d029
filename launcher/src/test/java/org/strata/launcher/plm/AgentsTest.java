package org.strata.launcher.plm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class AgentsTest {
    private static final int MINUTE = 60;
    private static final byte[] HELLO = "hello\n".getBytes(StandardCharsets.UTF_8);

    private record End(int node, int status, String output) {}

    private final BlockingQueue<End> ends = new LinkedBlockingQueue<>();

    private End end() throws InterruptedException {
        End end = ends.poll(MINUTE, TimeUnit.SECONDS);
        assertThat(end).as("the end of a remote shell").isNotNull();
        return end;
    }

    private Agents agents() {
        return new Agents((node, status, output) -> ends.add(new End(node, status, output)));
    }

    /** Whether the hello is written before or after the end, and to whom, is chance. */
    @Test
    void aShellThatEndsWithoutReadingReportsItsCode() throws InterruptedException {
        try (Agents agents = agents()) {
            for (int node = 1; node <= 20; node++) {
                agents.start(
                        new ProcessBuilder("sh", "-c", "exec <&-; echo no; exit 3"), node, HELLO);
                assertThat(end()).isEqualTo(new End(node, 3, "no\n"));
            }
        }
    }

    @Test
    @Timeout(MINUTE)
    void theHelloIsReadAndClosingEndsTheInput(@TempDir Path temp) throws Exception {
        Path read = temp.resolve("read");
        assertThat(new ProcessBuilder("mkfifo", read.toString()).start().waitFor()).isZero();
        String script = "read word; echo got $word; echo $word >$0; read more";
        try (Agents agents = agents()) {
            agents.start(new ProcessBuilder("sh", "-c", script, read.toString()), 1, HELLO);
            // Blocks until the shell writes: closing before it is there would start none.
            assertThat(Files.readString(read)).isEqualTo("hello\n");
        }
        assertThat(end().output()).isEqualTo("got hello\n");
    }

    @Test
    void aCommandThatIsNotThereIsReported() throws InterruptedException {
        try (Agents agents = agents()) {
            agents.start(new ProcessBuilder("/nonexistent/ssh"), 4, HELLO);
            End end = end();
            assertThat(end.node()).isEqualTo(4);
            assertThat(end.status()).isEqualTo(-1);
            assertThat(end.output()).contains("/nonexistent/ssh");
        }
    }
}
