package org.strata.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The commands for Windows, which no test can run here: they name the same classes as the scripts.
 */
class CommandFilesTest {
    private static final Path BIN = ClassGraph.ROOT.resolve("bin");

    /** Shared by the others. */
    private static final String ENVIRONMENT = "strata-env.cmd";

    /** What no shell runs: files for Windows, the page, functions that others source. */
    private static final Pattern OTHERS = Pattern.compile("\\.cmd$|\\.md$|/strata-env\\.sh$");

    private static final Pattern CLASS = Pattern.compile("org\\.strata\\.launcher\\.[\\w.]+");

    @Test
    void eachRunsTheClassOfItsScriptWithTheUsersWords() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path file : files()) {
            String name = file.getFileName().toString().replace(".cmd", "");
            names.add(name);
            String text = Files.readString(file);
            String last = text.lines().reduce("", (_, line) -> line);
            assertThat(last)
                    .as(name)
                    .startsWith("%STRATA_RUN% org.strata.launcher.")
                    .endsWith(" %*");
            assertThat(text)
                    .as(name)
                    .contains("call \"%~dp0" + ENVIRONMENT + "\"", "if errorlevel 1 exit /b 1");
            String main = CLASS.matcher(last).results().findFirst().orElseThrow().group();
            assertThat(
                            ClassGraph.ROOT.resolve(
                                    "launcher/src/main/java/" + main.replace('.', '/') + ".java"))
                    .as(name)
                    .exists();
            if (!List.of("mpirun", "mpijavac", "mpjrun").contains(name)) {
                assertThat(classes(BIN.resolve(name))).as(name).contains(main);
            }
        }
        assertThat(names)
                .containsExactly(
                        "mpi_info",
                        "mpi_report",
                        "mpi_top",
                        "mpijavac",
                        "mpirun",
                        "mpjrun",
                        "strata-train");
    }

    /** Names of other commands are links to them, which not every copy of a tree keeps. */
    @Test
    void everyCommandOfACheckoutCanBeRun() throws IOException {
        try (Stream<Path> all = Files.list(BIN)) {
            List<Path> commands =
                    all.filter(Files::isRegularFile)
                            .filter(file -> !OTHERS.matcher(file.toString()).find())
                            .toList();
            assertThat(commands)
                    .allMatch(Files::isExecutable)
                    .contains(BIN.resolve("mpjrun.sh"), BIN.resolve("mpjhalt"));
            for (Path command : commands) {
                assertThat(Files.readString(command)).as(command.toString()).startsWith("#!/");
            }
        }
    }

    /** The interpreter of Windows loses labels and lines in files with the ends of Unix. */
    @Test
    void linesEndAsOnWindows() throws IOException {
        for (Path file : files()) {
            assertThat(Files.readString(file).replace("\r\n", "")).doesNotContain("\n", "\r");
        }
        assertThat(Files.readString(BIN.resolve(ENVIRONMENT)).replace("\r\n", ""))
                .doesNotContain("\n", "\r")
                .contains("STRATA_RUN=");
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(BIN)) {
            return all.filter(file -> file.toString().endsWith(".cmd"))
                    .filter(file -> !file.endsWith(ENVIRONMENT))
                    .toList();
        }
    }

    private static Set<String> classes(Path script) throws IOException {
        return CLASS.matcher(Files.readString(script))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
    }
}
