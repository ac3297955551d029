package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class StackFileTest {
    private static final String NAME = "strata-7-ab-stacks.txt";

    @TempDir private Path directory;
    @TempDir private Path other;

    @Test
    void eachReportReplacesTheOneBefore() throws IOException {
        StackFile file = new StackFile(directory, other, "7-ab");
        file.write(List.of("first", "report"), 1);
        assertThat(file.write(List.of("second"), 2))
                .isEqualTo("stacks: " + directory.resolve(NAME) + " (ranks: 2)");
        assertThat(directory.resolve(NAME)).hasContent("second");
    }

    /** Another user may know the job's name, and put a link to a file of this one. */
    @Test
    void itIsNotWrittenThroughALink() throws IOException {
        Path precious = Files.writeString(other.resolve("precious"), "data");
        Files.createSymbolicLink(directory.resolve(NAME), precious);
        new StackFile(directory, other, "7-ab").write(List.of("stack"), 1);
        assertThat(precious).hasContent("data");
        assertThat(Files.isSymbolicLink(directory.resolve(NAME))).isFalse();
        assertThat(directory.resolve(NAME)).hasContent("stack");
    }

    @Test
    void whereItCannotBeItIsElsewhereOrSaysWhy() throws IOException {
        Path absent = directory.resolve("absent");
        assertThat(new StackFile(absent, other, "7-ab").write(List.of("stack"), 1))
                .startsWith("stacks: " + other.resolve(NAME));
        assertThat(new StackFile(absent, absent, "7-ab").write(List.of("stack"), 1))
                .startsWith("stacks: no file can be written, " + absent.resolve(NAME));
    }
}
