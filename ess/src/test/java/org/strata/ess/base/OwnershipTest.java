package org.strata.ess.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names in directories that everybody may write to decide nothing. */
class OwnershipTest {
    @TempDir private Path directory;

    @Test
    void onlyRegularFilesOfThisUserCount() throws IOException {
        Ownership own = Ownership.ofThisProcess();
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(own.ownsFile(file)).isTrue();
        assertThat(own.ownsFile(directory)).isFalse();
        assertThat(own.ownsFile(directory.resolve("absent"))).isFalse();
        assertThat(own.ownsFile(Files.createSymbolicLink(directory.resolve("link"), file)))
                .as("a link may lead to anybody's")
                .isFalse();
    }
}
