package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a user reads when another host of a job runs out of something. */
@Tag("hosts")
class HostShortagesTest {
    private static final int SSH_PORT = 22;
    private static final String SHOW = "org.strata.tests.system.launcher.programs.Show";
    private static final String RULE = "-{74}";

    /** Processes count by user, and root's do not. */
    private static final String DAEMON =
            "setpriv --reuid=61238 --regid=61238 --clear-groups --inh-caps=-all ";

    private static final String RANKS =
            "setpriv --reuid=61239 --regid=61239 --clear-groups --inh-caps=-all ";

    private static SimulatedHosts hosts;

    @BeforeAll
    static void up() throws IOException {
        hosts = new SimulatedHosts(1, SSH_PORT);
    }

    @AfterAll
    static void down() {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static Result job(String options, String... program) {
        List<String> words = new ArrayList<>(List.of(options.split(" ")));
        words.addAll(List.of(program));
        return hosts.mpirun(words.toArray(String[]::new)).run();
    }

    private static void assertOneBox(Result result, String... parts) {
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.message()).contains("h1").contains(parts).doesNotContain("helper");
        assertThat(result.err().lines().filter(line -> line.matches(RULE))).hasSize(2);
    }

    /**
     * Each row: how many more files there may be in /tmp of the host. The session's directory is
     * the first that is missing, then its files.
     */
    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void theDisk(int files) {
        String limit =
                "n=$(df -i /tmp | awk 'END {print $3}'); rm -rf /tmp/strata.0;"
                        + " mount -o remount,nr_inodes=$((n + "
                        + files
                        + ")) /tmp";
        hosts.on(1, "sh", "-c", limit).run().ok();
        try {
            Result result = job("--host h1:2 sleep 0");
            assertOneBox(result, "/tmp/strata.0/", "No space left on device", "df -i", "TMPDIR");
            assertThat(result.message()).doesNotContain("password");
        } finally {
            hosts.on(1, "mount", "-o", "remount,nr_inodes=100000", "/tmp").run().ok();
        }
        hosts.awaitClean();
    }

    /** A daemon with fewer descriptors than its ranks need. */
    @Test
    void descriptors() throws IOException {
        Result result =
                job("--mca plm_rsh_java " + java("prlimit --nofile=20") + " --host h1:8 sleep 0");
        assertOneBox(
                result,
                "The daemon cannot start the job: no file descriptor is left",
                "What failed: ",
                "ulimit -n");
    }

    /**
     * Each row: what bounds the daemon, what has run out, what bounds it. By and by the JVM starts,
     * then the daemon, then its ranks.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "USER prlimit --nproc=1; no more processes or threads; ulimit -u",
                "USER prlimit --nproc=8; no more processes or threads; ulimit -u",
                "USER prlimit --nproc=14; no more processes or threads; ulimit -u",
                "USER prlimit --nproc=19; no more processes or threads; ulimit -u",
                "prlimit --as=300000000; no memory is left; ulimit -v",
                "prlimit --as=1000000000; no memory is left; ulimit -v",
                "sh -c 'kill -9 $$'; no memory is left; memory.max"
            })
    void daemons(String limit, String what, String hint) throws IOException {
        Path java = java(limit.replace("USER ", DAEMON));
        Result result = job("--mca plm_rsh_java " + java + " --host h1:4 sleep 0");
        assertOneBox(result, "daemon", what, hint);
        assertThat(result.message()).doesNotContain("must log in");
        hosts.awaitClean();
    }

    /** Returns a java command for daemons that is started by another one. */
    private static Path java(String wrapper) throws IOException {
        Path java = Files.createTempFile(hosts.shared(), "java", "");
        String real = Path.of(System.getProperty("java.home"), "bin/java").toString();
        Files.writeString(java, "#!/bin/sh\ncd /tmp\nexec " + wrapper + " " + real + " \"$@\"\n");
        hosts.on(0, "chmod", "755", java.toString()).run().ok();
        return java;
    }

    /** Each row: what a rank there is started by, what has run out, what bounds it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                RANKS
                        + "prlimit --nproc=1; no more processes or threads may be started on h1;"
                        + " ulimit -u",
                "prlimit --nofile=11; no file descriptor is left on h1; ulimit -n",
                "prlimit --as=600000000; no memory is left on h1; ulimit -v"
            })
    void ranks(String limit, String what, String hint) {
        String program = " java -cp " + JobRunner.classes() + " " + SHOW;
        assertOneBox(job("--host h1:2 " + limit + program), "exited with code 1", what, hint);
        hosts.awaitClean();
    }

    @Test
    void theDiskOfARank() {
        hosts.on(1, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", "/mnt").run().ok();
        assertOneBox(
                job("--host h1:2", "sh", "-c", "cat /dev/zero > /mnt/full"),
                "exited with code 1",
                "the disk is full on h1",
                "df -i");
        hosts.awaitClean();
    }
}
