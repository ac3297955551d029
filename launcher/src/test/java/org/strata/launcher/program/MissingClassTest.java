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
        return new LoadFailure.Program(main, words, here, "/jdk/bin/java", null);
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

    /** Its files are not seen here. */
    @Test
    void onAnotherHost() {
        List<String> command =
                List.of("env", "/jdk/bin/java", "-Xmx1g", "-cp", "clases:lib/a.jar", "p.Main", "x");
        LoadFailure.Program program = LoadFailure.Program.elsewhere(command, here, "java", "node2");
        MissingClass missing = new MissingClass("p.Main");
        assertThat(missing.explains(program)).isTrue();
        assertThat(missing.explanation(program))
                .containsExactly(
                        "  Looked in:  clases, lib/a.jar on node2",
                        "",
                        "A program has to be at the same path on every host, by a shared file"
                                + " system or copied.");
    }

    @Test
    void aProgramOfAnotherHostOfWhichLittleIsKnown() {
        for (List<String> command :
                List.of(
                        List.of("./run.sh"),
                        List.of("java", "-version"),
                        List.of("java", "@nowhere", "p.Main"))) {
            LoadFailure.Program program =
                    LoadFailure.Program.elsewhere(command, here, "java", "node2");
            assertThat(program.main()).isEqualTo(command.getFirst());
            assertThat(new MissingClass("p.Main").explains(program)).isFalse();
        }
    }

    @Test
    void whoeverForgotToCompileIsTold() throws IOException {
        Files.createFile(here.resolve("Main.java"));
        assertThat(new MissingClass("Main").explanation(program("Main", here.toString())).getLast())
                .isEqualTo("Try: java Main.java, which compiles it, or mpijavac Main.java before.");
    }
}
