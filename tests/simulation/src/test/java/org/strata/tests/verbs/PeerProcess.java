package org.strata.tests.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.strata.verbs.soft.SoftConfig;
import org.strata.verbs.soft.SoftFabric;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs {@link Peer} and talks to it. */
final class PeerProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader in;
    private final PrintStream out;

    /** What it said of itself. */
    final String[] card;

    PeerProcess(Path directory, SoftConfig.Mode mode, SoftFabric.Reach reach) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        List.of(
                                ProcessHandle.current().info().command().orElseThrow(),
                                "-XX:+UseSerialGC",
                                "-Xmx64m",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Peer.class.getName(),
                                directory.toString(),
                                mode.name(),
                                reach.name()));
        process = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        in =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        out = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        String line = in.readLine();
        while (line != null && !line.startsWith("card ")) {
            line = in.readLine();
        }
        assertThat(line).isNotNull();
        card = line.substring(5).split(" ");
    }

    int number(int field) {
        return Integer.parseInt(card[field]);
    }

    long address(int field) {
        return Long.parseLong(card[field]);
    }

    void say(String line) {
        out.println(line);
    }

    String hear() throws IOException {
        return in.readLine();
    }

    /** Kills it, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
