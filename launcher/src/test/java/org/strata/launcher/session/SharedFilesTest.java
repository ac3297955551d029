package org.strata.launcher.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.strata.ess.base.JobLock;
import org.strata.ess.base.Ownership;
import org.strata.ess.base.SharedFiles;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

class SharedFilesTest {
    @TempDir Path temp;

    private static Ownership own() {
        try {
            return Ownership.ofThisProcess();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void touch(String... names) throws IOException {
        for (String name : names) {
            Files.createFile(temp.resolve(name));
        }
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(temp)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void sweepsWhatDeadOwnersLeft() throws IOException {
        touch("strata.11-aa.seg.0", "strata.11-aa.seg.1", "strata.12-bb.seg.0", "other.11-aa.x");
        touch("strata.nonsense", "strata.x-y.z");
        assertThat(new SharedFiles(temp, own(), pid -> pid == 12).sweep()).containsExactly("11-aa");
        assertThat(names())
                .containsExactly(
                        "other.11-aa.x", "strata.12-bb.seg.0", "strata.nonsense", "strata.x-y.z");
    }

    @Test
    void removesEverythingOfOneJobAndNothingElse() throws IOException {
        touch("strata.11-aa.seg.0", "strata.11-aa.verbs.soft", "strata.11-aa.lock");
        touch("strata.11-aab.seg.0", "strata.11-a.seg.0", "strata.12-aa.seg.0", "other.11-aa.x");
        new SharedFiles(temp, own(), pid -> false).remove("11-aa");
        assertThat(names())
                .containsExactly(
                        "other.11-aa.x",
                        "strata.11-a.seg.0",
                        "strata.11-aab.seg.0",
                        "strata.12-aa.seg.0");
    }

    private static Ownership somebodyElse() {
        return new Ownership(Integer.parseInt(own().user()) + 1);
    }

    /** Names alone decide nothing: these are dead jobs' by name, and belong to another user. */
    @Test
    void leavesFilesOfOthersAlone() throws IOException {
        touch("strata.11-aa.seg.0", "strata.12-bb.lock");
        SharedFiles shared = new SharedFiles(temp, somebodyElse(), pid -> false);
        assertThat(shared.sweep()).isEmpty();
        shared.remove("11-aa");
        assertThat(names()).containsExactly("strata.11-aa.seg.0", "strata.12-bb.lock");
    }

    /** To open a FIFO would block until somebody else does. */
    @Test
    @Timeout(60)
    void opensAndDeletesRegularFilesOnly() throws Exception {
        Path fifo = temp.resolve("strata.11-aa.lock");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
        Path other = Files.createFile(temp.resolve("other"));
        Files.createSymbolicLink(temp.resolve("strata.12-bb.lock"), other);
        Files.createDirectory(temp.resolve("strata.13-cc.seg"));
        assertThat(new SharedFiles(temp, own(), pid -> false).sweep()).isEmpty();
        assertThat(names())
                .containsExactly(
                        "other", "strata.11-aa.lock", "strata.12-bb.lock", "strata.13-cc.seg");
    }

    @Test
    void aDirectoryThatIsGoneHasNothingToSweep() {
        assertThat(new SharedFiles(temp.resolve("gone"), own(), pid -> false).sweep()).isEmpty();
    }

    /** Another process must hold the lock: a process's own locks never conflict. */
    @Test
    void aLockHeldByALivingProcessProtects() throws Exception {
        JobLock lock = JobLock.take(temp, "strata.11-aa");
        touch("strata.11-aa.seg.0");
        assertThat(sweepInAnotherProcess()).isEqualTo("[]");
        assertThat(names()).containsExactly("strata.11-aa.lock", "strata.11-aa.seg.0");
        lock.close();
        touch("strata.11-aa.lock");
        assertThat(sweepInAnotherProcess()).isEqualTo("[11-aa]");
        assertThat(names()).isEmpty();
    }

    private String sweepInAnotherProcess() throws Exception {
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Sweeper.class.getName(),
                                temp.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said.strip();
    }

    /** Sweeps a directory in which every owner's process id is said to be dead. */
    static final class Sweeper {
        private Sweeper() {}

        public static void main(String[] args) {
            System.out.println(new SharedFiles(Path.of(args[0]), own(), pid -> false).sweep());
        }
    }
}
