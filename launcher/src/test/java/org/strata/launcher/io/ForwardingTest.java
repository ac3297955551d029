package org.strata.launcher.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.launcher.cli.JobRequest.OutputOptions;
import org.strata.launcher.program.MissingClass;
import org.strata.launcher.program.RankNames;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** mpirun waits for the end of each stream that it was told of, and says what could not be kept. */
class ForwardingTest {
    @TempDir private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<String> failures = new ArrayList<>();
    private final Semaphore ends = new Semaphore(0);

    private Forwarding forwarding(Path copies) {
        OutputSink stdout = new OutputSink(out, false);
        return new Forwarding(
                new OutputOptions(false, false, false, copies, true, false, false, null),
                12,
                new Forwarding.Outlets(stdout, "stdout", new OutputSink(err, false)),
                InstantSource.system(),
                failures::add);
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private int start(Forwarding forwarding, String output, String errors) throws IOException {
        InputStream second = errors == null ? null : stream(errors);
        return forwarding.start(new RankNames(3, "h", "j"), stream(output), second, ends::release);
    }

    private void awaitEnds(int streams) throws InterruptedException {
        assertThat(ends.tryAcquire(streams, 60, TimeUnit.SECONDS))
                .as("streams have ended")
                .isTrue();
    }

    @Test
    void eachStreamEndsOnceWhenItIsDelivered() throws Exception {
        Forwarding forwarding = forwarding(directory);
        int streams = start(forwarding, "an answer\n", "a warning\n");
        assertThat(streams).isEqualTo(2);
        awaitEnds(streams);
        assertThat(out).hasToString("an answer\n");
        assertThat(err).hasToString("a warning\n");
        assertThat(directory.resolve("rank.03/stdout")).hasContent("an answer\n");
        assertThat(directory.resolve("rank.03/stderr")).hasContent("a warning\n");
        assertThat(start(forwarding, "both\n", null)).isEqualTo(1);
        awaitEnds(1);
        assertThat(ends.availablePermits()).isZero();
        assertThat(forwarding.idle()).isTrue();
        assertThat(forwarding.complete()).isTrue();
        assertThat(failures).isEmpty();
    }

    @Test
    void streamsThatNobodyFollowsHaveEnded() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> start(forwarding(file), "x", "y")).isInstanceOf(IOException.class);
        awaitEnds(2);
        Files.createDirectories(directory.resolve("rank.03/stderr"));
        assertThatThrownBy(() -> start(forwarding(directory), "x", "y"))
                .as("the second one only")
                .isInstanceOf(IOException.class);
        awaitEnds(2);
        assertThat(ends.availablePermits()).isZero();
    }

    /** A JVM says on its output what it cannot load; a program may print such texts later. */
    @Test
    void theLastErrorOfLoadingAndTheFirstShortageCount() throws Exception {
        String missing = "Caused by: java.lang.ClassNotFoundException: ";
        Forwarding forwarding = forwarding(null);
        String late = "x".repeat(5000) + "\n" + missing + "p.Late\n";
        start(forwarding, missing + "p.First\n" + missing + "p.Last\n" + late, "Cannot fork\n");
        awaitEnds(2);
        assertThat(forwarding.loadFailure(3)).isEqualTo(new MissingClass("p.Last"));
        start(forwarding, "", "No space left on device\n");
        awaitEnds(2);
        assertThat(forwarding.shortage(3)).isNotNull().isEqualTo(ShortageTexts.of("Cannot fork"));
        assertThat(forwarding.loadFailure(4)).isNull();
    }
}
