package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * What another user puts into {@code /dev/shm} and {@code TMPDIR} neither keeps mpirun from
 * starting nor makes it delete anything. Each test has a {@code /dev/shm} of its own.
 */
@BesideOthers
class ForeignFilesTest {
    /** The name of a job whose mpirun is dead: no process has this number. */
    private static final String DEAD = "strata.4194303-dead";

    private static final String OTHER_USER =
            "other() { setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\"; };";

    @TempDir Path temp;

    @BeforeEach
    void mayBeSomebodyElse() throws IOException {
        Assumptions.assumeTrue(
                run("other true").code() == 0,
                "another user and a /dev/shm of its own need root, unshare and setpriv");
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
        command("chmod", "+t", temp.toString()).run().ok();
    }

    private static String inNamespace(String script) {
        return "mount -t tmpfs -o mode=1777 tmpfs /dev/shm && { " + script + "; }";
    }

    /** Runs a script in which {@code other} runs a command as another user. */
    private Result run(String script) {
        String all = OTHER_USER + "mpirun=" + JobRunner.root().resolve("mpirun") + ";cd " + temp;
        return command("unshare", "-m", "/bin/sh", "-c", all + ";" + inNamespace(script))
                .env("TMPDIR", temp.toString())
                .run();
    }

    /** Whoever opens a FIFO for writing waits for a reader, for ever. */
    @Test
    void aFifoInPlaceOfALock() {
        Result result =
                run(
                        "other mkfifo -m 666 /dev/shm/strata.1-aaaa.lock && $mpirun -np 1 echo"
                                + " runs;ls /dev/shm");
        assertThat(result.ok().lines()).containsExactly("runs", "strata.1-aaaa.lock");
    }

    /** The session of the name is root's; a name in /dev/shm made root's mpirun delete it. */
    @Test
    void aNameDoesNotDecideWhatIsDeleted() throws IOException {
        Path precious =
                Files.createFile(Files.createDirectory(temp.resolve(DEAD)).resolve("precious"));
        Result result =
                run(
                        ("other touch /dev/shm/%1$s.0 && mkdir -m 700 strata.0 strata.0/%2$s"
                                        + " && $mpirun -np 1 echo runs; ls /dev/shm strata.0")
                                .formatted(DEAD, DEAD.substring("strata.".length())));
        assertThat(result.ok().lines()).contains("runs", DEAD + ".0", "4194303-dead");
        assertThat(precious).exists();
    }

    @Test
    void ownFilesOfADeadJobAreSwept() {
        Result result =
                run(
                        ("touch /dev/shm/%1$s.0 && mkdir -m 700 strata.0 strata.0/%2$s"
                                        + " && $mpirun -np 1 echo runs; ls /dev/shm strata.0")
                                .formatted(DEAD, DEAD.substring("strata.".length())));
        assertThat(result.ok().text().strip()).matches("runs\\s+/dev/shm:\\s+strata.0:");
    }

    /** User 1 may neither enter nor delete what user 65534 left. */
    @Test
    void leftoversOfAnotherUser() {
        Result result =
                run(
                        ("other touch /dev/shm/%1$s.0 && other mkdir -m 700 %1$s &&"
                                        + " setpriv --reuid=1 --regid=1 --clear-groups $mpirun -np"
                                        + " 1 echo runs")
                                .formatted(DEAD));
        assertThat(result.ok().lines()).containsExactly("runs");
        result.quiet();
    }

    @Test
    void anotherUserOccupiesTheNameOfTheSessions() {
        Result result =
                run(
                        "other mkdir -m 777 strata.0 && $mpirun -np 1 sh -c 'stat -c \"%u %a\""
                                + " \"${STRATA_CONTACT%/*/*}\"'; ls strata.0; ls");
        assertThat(result.ok().lines()).containsExactly("0 700", "strata.0");
    }
}
