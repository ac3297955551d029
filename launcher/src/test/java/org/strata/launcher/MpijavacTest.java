package org.strata.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.util.List;
import java.util.Map;

class MpijavacTest {
    private static final String S = File.pathSeparator;

    @Test
    void theJarFollowsTheClassPathThatIsGiven() {
        for (String option : List.of("-cp", "-classpath", "--class-path")) {
            assertThat(Mpijavac.words(List.of("-d", "out", option, "a b", "A.java"), "j", Map.of()))
                    .containsExactly("-d", "out", option, "a b" + S + "j", "A.java");
        }
        assertThat(Mpijavac.words(List.of("--class-path=a", "A.java"), "j", Map.of()))
                .containsExactly("--class-path=a" + S + "j", "A.java");
        assertThat(Mpijavac.words(List.of("-cp", "-cp", "A.java"), "j", Map.of()))
                .containsExactly("-cp", "-cp" + S + "j", "A.java");
    }

    @Test
    void withoutOneItFollowsWhatJavacTakes() {
        assertThat(Mpijavac.words(List.of("A.java"), "j", Map.of()))
                .containsExactly("-cp", "." + S + "j", "A.java");
        assertThat(Mpijavac.words(List.of("A.java"), "j", Map.of("CLASSPATH", "c")))
                .containsExactly("-cp", "c" + S + "j", "A.java");
    }

    @Test
    void theJarIsTheModuleOfProgramsWithModules() {
        for (String source : List.of("module-info.java", "src/module-info.java")) {
            assertThat(Mpijavac.words(List.of("-d", "out", source), "j", Map.of()))
                    .containsExactly("-p", "j", "-cp", "." + S + "j", "-d", "out", source);
        }
        for (String option : List.of("-m", "--module-source-path=src")) {
            assertThat(Mpijavac.words(List.of(option, "app"), "j", Map.of())).contains("-p", "j");
        }
        for (String option : List.of("-p", "--module-path")) {
            assertThat(Mpijavac.words(List.of(option, "m", "module-info.java"), "j", Map.of()))
                    .containsExactly(
                            "-cp", "." + S + "j", option, "m" + S + "j", "module-info.java");
        }
        assertThat(Mpijavac.words(List.of("--module-path=m", "A.java"), "j", Map.of()))
                .contains("--module-path=m" + S + "j");
        assertThat(Mpijavac.words(List.of("A.java"), "j", Map.of())).doesNotContain("-p");
    }
}
