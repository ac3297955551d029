package org.strata.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class MissingClassTest {
    @TempDir Path here;

    private LoadFailure.Program program(String main, String path) {
        List<String> words = List.of("/jdk/bin/java", "-cp", path, main);
        return new LoadFailure.Program(main, words, here, "/jdk/bin/java");
    }

    @Test
    void theClassOfTheCommandAlone() {
        MissingClass missing = MissingClass.parse(": p.Main");
        assertThat(missing).isEqualTo(new MissingClass("p.Main"));
        assertThat(missing.explains(program("p.Main", "x"))).isTrue();
        assertThat(missing.explains(program("p/Main", "x"))).as("as java takes it, too").isTrue();
        assertThat(missing.explains(program("p.Other", "x"))).isFalse();
        assertThat(MissingClass.parse(": a plug-in is missing")).isNull();
        assertThat(MissingClass.parse("")).isNull();
    }

    @Test
    void whereItWasLookedFor() throws IOException {
        Files.createDirectory(here.resolve("classes"));
        String path = "/opt/strata/lib/mpi.jar:" + here + ":classes:clases";
        assertThat(new MissingClass("p.Main").explanation(program("p.Main", path)))
                .containsExactly(
                        "  Looked in:  "
                                + here
                                + " (the working directory), classes, clases (not there)",
                        "",
                        "Try: java -cp DIRECTORY p.Main, where DIRECTORY (or a jar) has it.");
    }

    @Test
    void whoeverForgotToCompileIsTold() throws IOException {
        Files.createFile(here.resolve("Main.java"));
        assertThat(new MissingClass("Main").explanation(program("Main", here.toString())).getLast())
                .isEqualTo("Try: java Main.java, which compiles it, or mpijavac Main.java before.");
    }
}
