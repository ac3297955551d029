package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

class InstallationTest {
    @TempDir private Path directory;
    private Path jar;

    @BeforeEach
    void install() throws IOException {
        jar = Files.createFile(Files.createDirectory(directory.resolve("lib")).resolve("mpi.jar"));
    }

    private static String classPath(Object... entries) {
        return Arrays.stream(entries)
                .map(Object::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void theDirectoryAboveTheJarOnTheClassPath() throws IOException {
        Path other = Files.createFile(directory.resolve("lib").resolve("xmpi.jar"));
        Path elsewhere = Files.createFile(directory.resolve("mpi.jar"));
        assertThat(Installation.home("", classPath(".", other, elsewhere, jar, "b")))
                .isEqualTo(directory);
    }

    @Test
    void noJar() {
        Path absent = directory.resolve("absent").resolve("lib").resolve("mpi.jar");
        assertThat(Installation.home("", classPath("classes", "", "a\0b", absent))).isNull();
    }

    @Test
    void thePropertyPrecedesTheClassPath() {
        assertThat(Installation.home("/opt/x/../strata", classPath(jar)))
                .isEqualTo(Path.of("/opt/strata"));
    }

    @Test
    void aJarByItselfIsTheFirstOnTheClassPath() throws IOException {
        Path single = Files.createFile(directory.resolve("mpi-1.0.jar"));
        assertThat(Installation.jar(classPath(single, jar))).isEqualTo(single);
        assertThat(Installation.jar(classPath(directory, single))).isNull();
        assertThat(Installation.jar("")).isNull();
    }

    /** Tests run on directories of classes: their code source is known, but is no installation. */
    @Test
    void theCodeSourceIsNotUsed() {
        assertThat(Installation.home()).isNull();
    }
}
