package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.tests.system.JobRunner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a rank makes and loads while it starts, beside the classes of its start-up cache. */
class StartupClassesTest {
    /**
     * Made by the JDK for system calls and ordered access to memory (some 25), and by Guice for
     * annotations of its own. A reflective call, a comparator of the JDK's or an annotation in what
     * every rank runs makes more.
     */
    private static final int MOST_MADE = 40;

    @TempDir Path temp;

    @Test
    void ranksMakeFewClassesAndParseNothing() throws IOException {
        assumeTrue(
                Files.exists(JobRunner.root().resolve("dist/lib/rank.aot")),
                "the distribution was built without start-up caches");
        Path log = temp.resolve("classes");
        String program = "org.strata.tests.system.launcher.programs.Brief";
        mpirun(
                        "-np",
                        "1",
                        "java",
                        "-Xlog:class+load:file=" + log,
                        "-cp",
                        JobRunner.classes(),
                        program,
                        ":",
                        "-np",
                        "1",
                        "java",
                        "-cp",
                        JobRunner.classes(),
                        program)
                .run()
                .ok();

        List<String> loaded = Files.readAllLines(log);
        List<String> made =
                loaded.stream()
                        .filter(line -> !line.contains("source: shared objects file"))
                        .filter(line -> !line.contains("source: file:"))
                        .filter(line -> !line.contains("source: jrt:"))
                        .toList();
        assertThat(loaded).hasSizeGreaterThan(1000);
        assertThat(made).as("classes made at run time").hasSizeLessThanOrEqualTo(MOST_MADE);
        assertThat(loaded)
                .as("the parser of parameter files is not used")
                .noneMatch(line -> line.contains("shaded.config.impl.ConfigParser "));
    }
}
