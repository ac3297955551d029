package org.strata.launcher.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.ess.base.JobLock;
import org.strata.ess.base.Ownership;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

class SessionHomeTest {
    private static final String JOB = "11-aa";

    @TempDir Path temp;

    private Ownership own;
    private Path shared;

    @BeforeEach
    void start() throws IOException {
        own = Ownership.ofThisProcess();
        shared = temp.resolve("strata." + own.user());
    }

    private SessionHome open() throws IOException {
        return SessionHome.open(temp, own, JOB);
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void oneDirectoryPerUserHoldsAllSessions() throws IOException {
        SessionHome home = open();
        Path session = home.create(JOB);
        assertThat(session).isEqualTo(shared.resolve(JOB));
        assertThat(mode(shared)).isEqualTo("rwx------");
        assertThat(mode(session)).isEqualTo("rwx------");
        Path other = SessionHome.open(temp, own, "12-bb").create("12-bb");
        assertThat(home.outermost(session)).isEqualTo(session);
        Files.createFile(session.resolve("contact"));
        Files.createFile(Files.createDirectory(session.resolve("deep")).resolve("file"));
        home.remove(JOB);
        home.close();
        assertThat(session).doesNotExist();
        assertThat(other).exists();
    }

    private void assertHomeOfItsOwn() throws IOException {
        SessionHome home = open();
        Path session = home.create(JOB);
        assertThat(session).isEqualTo(temp.resolve(shared.getFileName() + "." + JOB).resolve(JOB));
        assertThat(mode(session.getParent())).isEqualTo("rwx------");
        assertThat(home.outermost(session)).isEqualTo(session.getParent());
        home.remove(JOB);
        home.close();
        assertThat(session.getParent()).doesNotExist();
    }

    @Test
    void aNameThatSomethingElseOccupiesIsNotUsed() throws IOException {
        Files.createFile(shared);
        assertHomeOfItsOwn();
        Files.delete(shared);
        Path target = Files.createDirectory(temp.resolve("target"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
        Files.createSymbolicLink(shared, target);
        assertHomeOfItsOwn();
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void aDirectoryThatOthersMayEnterIsNotUsed() throws IOException {
        Files.createDirectory(shared);
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertHomeOfItsOwn();
    }

    @Test
    void linksAreDeletedAndNotFollowed() throws IOException {
        Path precious = Files.createDirectory(temp.resolve("precious"));
        Files.createFile(precious.resolve("file"));
        SessionHome home = open();
        Path session = home.create(JOB);
        Files.createSymbolicLink(session.resolve("link"), precious);
        home.remove(JOB);
        assertThat(session).doesNotExist();
        assertThat(precious.resolve("file")).exists();

        Files.createSymbolicLink(session, precious);
        home.remove(JOB);
        assertThat(Files.exists(session, LinkOption.NOFOLLOW_LINKS)).isTrue();
        assertThat(precious.resolve("file")).exists();
    }

    /** The home is replaced, as the owner of a directory without the sticky bit can do. */
    @Test
    void anotherDirectoryAtTheSamePlaceIsNotTouched() throws IOException {
        SessionHome home = open();
        home.create(JOB);
        Files.move(shared, temp.resolve("moved"));
        Path file = Files.createFile(Files.createDirectories(shared.resolve(JOB)).resolve("file"));
        home.remove(JOB);
        assertThat(file).exists();
        Files.move(shared, temp.resolve("elsewhere"));
        Files.createSymbolicLink(shared, temp.resolve("elsewhere"));
        home.remove(JOB);
        assertThat(file).exists();
    }

    @Test
    void whatIsNotThereIsNoError() throws IOException {
        SessionHome home = open();
        home.remove(JOB);
        Files.delete(shared);
        home.remove(JOB);
        assertThat(shared).doesNotExist();
    }

    private Path session(SessionHome home, String job, BootRecord boot) throws IOException {
        Path session = home.create(job);
        Files.createFile(session.resolve("contact"));
        if (boot != null) {
            boot.write(session);
        }
        return session;
    }

    @Test
    void sessionsOfEarlierBootsOfThisHostAreSwept() throws IOException {
        SessionHome home = open();
        BootRecord now = new BootRecord("b2", "h1");
        Path old = session(home, "1-a", new BootRecord("b1", "h1"));
        Path another = session(home, "2-b", new BootRecord("b1", "h2"));
        Path running = session(home, "3-c", now);
        Path unknown = session(home, "4-d", null);
        home.sweep(now, own);
        assertThat(old).doesNotExist();
        assertThat(another).exists();
        assertThat(running).exists();
        assertThat(unknown).exists();
    }

    /**
     * Another mpirun may have removed what a killed one had in /dev/shm, but has its own TMPDIR.
     */
    @Test
    void sessionsThatNobodyHoldsAreSwept() throws IOException {
        SessionHome home = open();
        BootRecord now = new BootRecord("b2", "h1");
        Path dead = session(home, "1-a", now);
        Path running = session(home, "2-b", now);
        Path another = session(home, "3-c", new BootRecord("b2", "h2"));
        Path beginning = session(home, "4-d", null);
        String lock = SessionHome.LOCK + JobLock.SUFFIX;
        for (Path session : List.of(dead, another, beginning)) {
            Files.createFile(session.resolve(lock));
        }
        try (JobLock held = JobLock.take(running, SessionHome.LOCK)) {
            home.sweep(now, own);
            assertThat(dead).doesNotExist();
            assertThat(running.resolve(lock)).exists();
            assertThat(another).exists();
            assertThat(beginning).exists();
            assertThat(held).isNotNull();
        }
    }

    /** Neither a link to a session nor one that others may enter is touched. */
    @Test
    void whatIsNotASessionIsNotSwept() throws IOException {
        SessionHome home = open();
        BootRecord before = new BootRecord("b1", "h1");
        Path outside = Files.createDirectory(temp.resolve("outside"));
        before.write(outside);
        Path link = Files.createSymbolicLink(shared.resolve("1-a"), outside);
        Path open = session(home, "2-b", before);
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path linked = home.create("3-c");
        Files.createSymbolicLink(linked.resolve(BootRecord.NAME), outside.resolve(BootRecord.NAME));
        home.sweep(new BootRecord("b2", "h1"), own);
        assertThat(outside.resolve(BootRecord.NAME)).exists();
        assertThat(link).isSymbolicLink();
        assertThat(open).exists();
        assertThat(linked).exists();
    }
}
