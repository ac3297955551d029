package org.strata.opal.platform.portable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** The JDK's failures as errno: by their classes, by what the path is, at last by their texts. */
class FileFailuresTest {
    @TempDir private Path directory;
    private Path file;
    private Path below;

    @BeforeEach
    void entries() throws IOException {
        file = Files.createFile(directory.resolve("file"));
        below = file.resolve("a").resolve("b");
    }

    private int text(String text) {
        return FileFailures.of(new IOException(text), file);
    }

    @Test
    void classesOfTheJdk() {
        Path absent = directory.resolve("absent").resolve("absent");
        assertThat(FileFailures.of(new NoSuchFileException("x"), absent)).isEqualTo(-2);
        assertThat(FileFailures.of(new NoSuchFileException("x"), below)).isEqualTo(-20);
        assertThat(FileFailures.of(new FileAlreadyExistsException("x"), file)).isEqualTo(-17);
        assertThat(FileFailures.of(new FileSystemLoopException("x"), file)).isEqualTo(-40);
        assertThat(FileFailures.of(new AccessDeniedException("x"), file)).isEqualTo(-13);
        assertThat(FileFailures.of(new AccessDeniedException("x"), directory)).isEqualTo(-21);
        assertThat(FileFailures.of(new ClosedChannelException(), file)).isEqualTo(-9);
    }

    @Test
    void whatThePathIsComesBeforeTheText() {
        IOException full = new IOException("No space left on device");
        assertThat(FileFailures.of(full, below)).isEqualTo(-20);
        assertThat(FileFailures.of(full, directory)).isEqualTo(-21);
    }

    @Test
    void textsOfSeveralSystems() {
        assertThat(text("No space left on device")).isEqualTo(-28);
        assertThat(text("There is not enough space on the disk")).isEqualTo(-28);
        assertThat(text("Disk quota exceeded")).isEqualTo(-122);
        assertThat(text("File name too long")).isEqualTo(-36);
        assertThat(text("Input/output error")).isEqualTo(-5);
        assertThat(text(null)).isEqualTo(-5);
        Path absent = directory.resolve("absent");
        assertThat(FileFailures.of(new IOException("?"), absent)).isEqualTo(-5);
    }

    @Test
    void everyErrnoOfThesePlatformsHasATextOfItsOwn() {
        int[] known = {1, 2, 3, 5, 9, 13, 17, 20, 21, 22, 28, 29, 30, 36, 38, 40, 122};
        assertThat(IntStream.of(known).mapToObj(FileFailures::text))
                .doesNotHaveDuplicates()
                .noneMatch(text -> text.startsWith("Unknown"));
        assertThat(FileFailures.text(28)).isEqualTo("No space left on device");
        assertThat(FileFailures.text(4711)).isEqualTo("Unknown error 4711");
    }
}
