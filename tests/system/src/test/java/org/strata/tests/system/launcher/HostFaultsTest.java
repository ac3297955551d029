package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Hosts that come late, fail, or lack something: one box each, and nothing is left. */
@Tag("hosts")
class HostFaultsTest {
    private static final int HOSTS = 3;
    private static final int SSH_PORT = 22;
    private static final int LATE_SECONDS = 6;

    /** Seconds that an impatient job waits for a host. */
    private static final int PATIENCE = 5;

    /** Heartbeats, one in two seconds, that take longer than the patience and one more. */
    private static final int BEATS = 5;

    private static final String[] WAITING = {
        "--host", "h1:1,h2:2", "sh", "-c", "echo up; exec sleep 100"
    };

    private SimulatedHosts hosts;

    @BeforeEach
    void up() throws IOException {
        hosts = new SimulatedHosts(HOSTS, SSH_PORT);
    }

    @AfterEach
    void down() {
        if (hosts != null) {
            hosts.close();
        }
    }

    /** An event of the outside world. */
    private interface Fault {
        void happen() throws IOException;
    }

    /** Returns the box of a job whose ranks 1 and 2 are on a host with a fault. */
    private String boxAfter(Fault fault) throws IOException {
        try (var job = hosts.mpirun(WAITING).start()) {
            job.awaitOut(out -> out.lines().count() == 3);
            fault.happen();
            String box = job.await().failed(1).message();
            assertThat(box).contains("Host: h2", "ranks 1-2");
            assertThat(box.split("has been lost", -1)).as("one box").hasSize(2);
            return box;
        }
    }

    @Test
    void theRemoteShellIsKilled() throws IOException {
        assertThat(boxAfter(() -> hosts.on(0, "pkill", "-9", "-f", "ssh.*[h]2 exec").run().ok()))
                .contains("its remote shell has ended with code 137");
        hosts.awaitClean();
    }

    @Test
    void aHostCrashes() throws IOException {
        boxAfter(() -> hosts.crash(2));
        hosts.awaitClean(0, 1, 3);
    }

    @Test
    void aCableIsPulled() throws IOException {
        assertThat(boxAfter(() -> hosts.on(0, "ip", "link", "set", "v2", "down").run().ok()))
                .contains("it has not been heard of for 10 s");
        // The daemon there has noticed, too.
        hosts.awaitClean();
    }

    /**
     * By Ctrl-Z or a debugger, without a word: first mpirun, for longer than hosts are waited for,
     * then a daemon.
     */
    @Test
    void whoIsStoppedIsNotLost() throws Exception {
        Path end = hosts.shared().resolve("end");
        String script = "echo up; until [ -e " + end + " ]; do sleep 0.1; done";
        try (var job = impatient("h1,h2", script).start()) {
            job.awaitOut(out -> out.lines().count() == 2);
            stopAndContinue(0, "launcher.[M]pirun");
            // nsenter stops with the process that it runs.
            job.signal("CONT");
            stopAndContinue(2, "node.[S]tratad");
            Files.createFile(end);
            job.await().ok();
        }
        hosts.awaitClean();
    }

    /** Returns a run of a script whose hosts are waited for as short as possible. */
    private JobRunner impatient(String where, String script) {
        return hosts.mpirun(
                "--mca",
                "oob_heartbeat_timeout",
                "" + PATIENCE,
                "--host",
                where,
                "sh",
                "-c",
                script);
    }

    /**
     * Stops a process until the one at the other end has sent so many heartbeats that it would have
     * lost patience; the kernel of the stopped one has acknowledged them.
     */
    private void stopAndContinue(int host, String process) {
        hosts.on(host, "pkill", "-STOP", "-f", process).run().ok();
        long[] before = packets();
        Awaitility.await()
                .atMost(2, TimeUnit.MINUTES)
                .pollInterval(200, TimeUnit.MILLISECONDS)
                .until(() -> {
                    long[] now = packets();
                    return now[0] - before[0] >= BEATS && now[1] - before[1] >= BEATS;
                });
        hosts.on(host, "pkill", "-CONT", "-f", process).run().ok();
    }

    /** Returns the packets that mpirun's host has received from h2, and sent to it. */
    private long[] packets() {
        String device =
                hosts.on(0, "cat", "/proc/net/dev").run().ok().lines().stream()
                        .map(String::strip)
                        .filter(line -> line.startsWith("v2:"))
                        .findFirst()
                        .orElseThrow();
        String[] counters = device.substring("v2:".length()).strip().split("\\s+");
        return new long[] {Long.parseLong(counters[1]), Long.parseLong(counters[9])};
    }

    /** A stopped mpirun does not notice, but a daemon does. */
    @Test
    void theCableToAStoppedMpirunIsPulled() {
        try (var job = impatient("h1,h2", "echo up; exec sleep 100").start()) {
            job.awaitOut(out -> out.lines().count() == 2);
            hosts.on(0, "pkill", "-STOP", "-f", "launcher.[M]pirun").run().ok();
            hosts.on(0, "ip", "link", "set", "v2", "down").run().ok();
            hosts.awaitClean(2);
            hosts.on(0, "pkill", "-CONT", "-f", "launcher.[M]pirun").run().ok();
            job.signal("CONT");
            assertThat(job.await().failed(1).message()).contains("Host: h2");
        }
        hosts.awaitClean();
    }

    @Test
    void aServerThatComesLateIsWaitedFor() {
        hosts.on(3, "pkill", "-x", "sshd").run().ok();
        String config = hosts.shared().resolve("sshd_config").toString();
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        try (timer) {
            var started =
                    timer.schedule(
                            () -> hosts.on(3, "/usr/sbin/sshd", "-f", config).run().ok(),
                            LATE_SECONDS,
                            TimeUnit.SECONDS);
            JobRunner.Result result = hosts.mpirun("--host", "h1,h3", "hostname").run().ok();
            assertThat(result.lines()).containsExactlyInAnyOrder("h1", "h3");
            assertThat(started.isDone()).isTrue();
        }
        hosts.awaitClean();
    }

    @Test
    void whatIsMissingOnAHostIsNamed() throws IOException {
        assertBox("plm_rsh_java", "--mca", "plm_rsh_java", "/nonexistent/java", "-H", "h1", "true");
        assertBox("--prefix DIR", "--prefix", "/nonexistent", "--host", "h1", "true");
        assertBox("No route to host", "--host", "10.99.0.99", "true");
        Path here = Files.createTempDirectory(Path.of("/var/tmp"), "strata");
        try {
            // Host 1 has another file system there.
            hosts.on(1, "mount", "-t", "tmpfs", "tmpfs", "/var/tmp").run().ok();
            String box = assertBox("does not exist", "--wdir", here.toString(), "-H", "h1", "true");
            assertThat(box).contains(here.toString(), "Host: h1");
            JobRunner.Result home = hosts.mpirun("--host", "h1", "pwd").in(here).run().ok();
            assertThat(home.text()).isNotEqualTo(here.toString());
            assertThat(home.message()).contains("is used instead");
        } finally {
            Files.delete(here);
        }
        hosts.awaitClean();
    }

    private String assertBox(String part, String... words) {
        String box = hosts.mpirun(words).run().failed(1).message();
        assertThat(box).contains(part);
        return box;
    }
}
