package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.launcher.programs.Leaver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Files in /dev/shm of ranks that another launcher has started, and that were killed. */
@Tag("hosts")
class GuestFilesTest {
    private static final Path LAUNCHER = Path.of("/usr/bin/mpiexec.hydra");
    private static final Pattern FIRST = Pattern.compile("first process ([0-9]+)");
    private static final int RANKS = 3;

    private static JobRunner job(String... arguments) {
        assumeTrue(Files.isExecutable(LAUNCHER), "there is no Hydra");
        String classPath = JobRunner.root().resolve("dist/lib/mpi.jar") + ":" + JobRunner.classes();
        String[] words = {
            LAUNCHER.toString(),
            "-n",
            "" + RANKS,
            JobRunner.jdk().resolve("bin/java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath,
            Leaver.class.getName()
        };
        return command(
                Stream.concat(Stream.of(words), Stream.of(arguments)).toArray(String[]::new));
    }

    private static List<Path> files(String text) throws IOException {
        Matcher first = FIRST.matcher(text);
        assertThat(first.find()).as(text).isTrue();
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            return files.filter(file -> file.toString().contains("strata." + first.group(1) + "-"))
                    .toList();
        }
    }

    /**
     * Nobody is left to remove them, as when Hydra kills all ranks because of one: the next job of
     * this user does.
     */
    @Test
    void whatAKilledJobLeavesIsSweptByTheNext() throws Exception {
        String text;
        try (JobRunner.Running running = job("wait", "1").start()) {
            text = running.awaitOut(GuestFilesTest::allWait);
            List<ProcessHandle> all = running.handle().descendants().toList();
            running.signal("KILL");
            all.forEach(ProcessHandle::destroyForcibly);
            running.await();
            assertThat(files(text)).isNotEmpty();
        }
        job().run().ok();
        assertThat(files(text)).isEmpty();
    }

    private static boolean allWait(String text) {
        return text.split("waits as [0-9]+", -1).length > RANKS;
    }
}
