package org.strata.mca.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class InstallationTest {
    @TempDir private Path directory;

    private static String classPath(Object... entries) {
        StringBuilder text = new StringBuilder();
        for (Object entry : entries) {
            text.append(text.isEmpty() ? "" : File.pathSeparator).append(entry);
        }
        return text.toString();
    }

    @Test
    void theJarOnTheClassPath() throws IOException {
        Path jar = Files.createFile(directory.resolve("mpi.jar"));
        String other = directory.resolve("xmpi.jar").toString();
        assertThat(Installation.onClassPath(classPath(".", other, jar, "b"))).isEqualTo(jar);
    }

    @Test
    void noJar() {
        Path absent = directory.resolve("mpi.jar");
        assertThat(Installation.onClassPath(classPath("classes", "", absent))).isNull();
    }

    @Test
    void whatTheJvmKnowsComesFirst() {
        assertThat(Installation.origin()).exists();
    }
}
