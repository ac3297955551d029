package org.strata.launcher.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

class RankPipesTest {
    @TempDir Path directory;

    private static Process start(RankPipes pipes, String script) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", script);
        pipes.attach(builder);
        Process process = builder.start();
        pipes.started(process);
        return process;
    }

    private static String all(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }

    /** With named pipes, and where the system has no command to make them. */
    @ParameterizedTest
    @ValueSource(strings = {"mkfifo", "no-such-command"})
    void bothStreamsArriveWhole(String command) throws Exception {
        List<RankPipes> ranks = RankPipes.make(directory, 2, false, command);
        assertThat(ranks).hasSize(2);
        String text = "x".repeat(50_000);
        for (RankPipes pipes : ranks) {
            assertThat(pipes.separateErrors()).isTrue();
            Process process = start(pipes, "echo error >&2; printf " + text + "; exec 1>&-");
            InputStream out = pipes.open(1);
            InputStream err = pipes.open(2);
            pipes.close();
            assertThat(all(out)).isEqualTo(text);
            assertThat(all(err)).isEqualTo("error\n");
            assertThat(process.waitFor()).isZero();
        }
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mkfifo", "no-such-command"})
    void errorsMayGoWhereTheOutputGoes(String command) throws Exception {
        RankPipes pipes = RankPipes.make(directory, 1, true, command).getFirst();
        assertThat(pipes.separateErrors()).isFalse();
        start(pipes, "echo one; echo two >&2");
        try (InputStream out = pipes.open(1)) {
            assertThat(pipes.open(2)).isNull();
            pipes.close();
            assertThat(all(out)).isEqualTo("one\ntwo\n");
        }
    }

    /** A directory that takes no pipe is a shortage, which is told. */
    @Test
    void aFailedCommandIsToldAndNotCoveredUp() {
        Path missing = directory.resolve("missing");
        assertThat(catchThrowable(() -> RankPipes.make(missing, 1, false, "mkfifo")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(missing.toString())
                .hasMessageContaining("No such file or directory");
    }
}
