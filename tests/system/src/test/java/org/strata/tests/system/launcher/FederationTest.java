package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Running;
import org.strata.tests.system.Leftovers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Jobs of several mpiruns that connect to each other by a name server. */
class FederationTest {
    private static final String PROGRAM = "org.strata.tests.system.launcher.programs.Federated";

    @TempDir private Path directory;

    private Leftovers leftovers;

    @BeforeEach
    void lookAround() {
        leftovers = new Leftovers();
    }

    @AfterEach
    void nothingIsLeft() {
        leftovers.assertNothingNew();
    }

    private static JobRunner job(int ranks, String action, String... options) {
        List<String> words = new ArrayList<>(List.of("-np", "" + ranks));
        words.addAll(List.of(options));
        words.addAll(List.of("java", JobRunner.JVM, "-cp", JobRunner.classes(), PROGRAM, action));
        return mpirun(words.toArray(new String[0]));
    }

    /** The second guest is killed: the host's operations fail, and it goes on. */
    @Test
    void jobsMeetAndSurviveEachOther() throws Exception {
        Path file = directory.resolve("server");
        String named = "file:" + file;
        try (Running guest =
                        job(
                                        3,
                                        "guest",
                                        "--wait-for-server",
                                        "--server-wait-time",
                                        "120",
                                        "--ompi-server",
                                        named)
                                .start();
                Running host = job(2, "host", "--report-uri", file.toString()).start()) {
            guest.await().ok();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(Files.readString(file)).startsWith("strata:unix=/");
            String pid = "" + host.handle().pid();
            try (Running victim = job(2, "victim", "--ompi-server", pid).start()) {
                victim.awaitOut(text -> text.lines().filter("connected"::equals).count() == 2);
                host.awaitOut(text -> text.lines().filter("connected"::equals).count() == 2);
                victim.signal("KILL");
                // The end of this block kills descendants: the sentinel is none any more by then.
                victim.await();
            }
            assertThat(host.await().ok().text()).contains("done host");
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void aServerThatCannotBeTrustedIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("open"), "strata:unix=/tmp/x\n00\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(job(1, "victim", "--ompi-server", "file:" + file).run().failed(1).message())
                .contains("may not be trusted");
        assertThat(job(1, "victim", "--ompi-server", "file:gone").run().failed(1).message())
                .contains("There is no name server", "--wait-for-server waits for one");
    }
}
