package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Running;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Output, input and signals of ranks on simulated hosts: as on one host. */
@Tag("hosts")
class HostOutputTest {
    private static final int HOSTS = 3;
    private static final int SSH_PORT = 22;
    private static final String MPIRUN = JobRunner.root() + "/mpirun";

    private static SimulatedHosts hosts;

    @BeforeAll
    static void up() throws IOException {
        hosts = new SimulatedHosts(HOSTS, SSH_PORT);
    }

    @AfterAll
    static void down() {
        if (hosts != null) {
            hosts.close();
        }
    }

    /** A million lines of 100 bytes from each host: none is lost, damaged, or without its tag. */
    @Test
    void hundredMegabytesOfEachRank() {
        String rank = "yes ${OMPI_COMM_WORLD_RANK}%s | head -n 1000000".formatted("x".repeat(98));
        String job = "%s --tag-output --host h1,h2,h3 sh -c '%s'".formatted(MPIRUN, rank);
        String count =
                job
                        + " | awk '{n[$0]++} END {for (l in n) print n[l], substr(l, 1, 15),"
                        + " length(l)}'";
        assertThat(hosts.on(0, "sh", "-c", count).run().ok().lines())
                .containsExactlyInAnyOrder(
                        "1000000 [1,0]<stdout>:0 113",
                        "1000000 [1,1]<stdout>:1 113",
                        "1000000 [1,2]<stdout>:2 113");
        hosts.awaitClean();
    }

    @Test
    void standardInputOfOneRankOrOfAll() {
        assertInput("0", 1_000_000, 0, 0);
        assertInput("2", 0, 0, 1_000_000);
        assertInput("all", 1_000_000, 1_000_000, 1_000_000);
        hosts.awaitClean();
    }

    private static void assertInput(String target, int... bytes) {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            expected.add("[1," + i + "]<stdout>:" + bytes[i]);
        }
        String[] words = {"--stdin", target, "--tag-output", "--host", "h1,h2,h3", "wc", "-c"};
        assertThat(hosts.mpirun(words).stdin(new byte[1_000_000]).run().ok().lines())
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Each host has a /tmp of its own; files are written to that of mpirun. */
    @Test
    void filesOfOutputAreWhereMpirunIs() {
        String both = "echo out $OMPI_COMM_WORLD_RANK; echo err $OMPI_COMM_WORLD_RANK >&2";
        hosts.mpirun("--output-filename", "/tmp/logs", "--host", "h1,h2", "sh", "-c", both)
                .run()
                .ok();
        String show = "cat /tmp/logs/1/rank.0/stdout /tmp/logs/1/rank.1/stderr";
        assertThat(hosts.on(0, "sh", "-c", show).run().ok().lines())
                .containsExactly("out 0", "err 1");
        assertThat(hosts.on(1, "ls", "/tmp/logs").run().code()).isNotZero();
    }

    @Test
    void signalsReachRanksOnOtherHosts() {
        String rank = "trap 'echo got' USR1; echo up MARK18; while :; do sleep 0.1; done";
        try (Running job = hosts.mpirun("--host", "h1,h2", "sh", "-c", rank).start()) {
            awaitCount(job, "up", 2);
            toMpirun("USR1");
            awaitCount(job, "got", 2);
            toMpirun("TSTP");
            for (int host = 1; host <= 2; host++) {
                String state = "ps -o stat= -p $(pgrep -f 'MARK1[8]')";
                JobRunner ps = hosts.on(host, "sh", "-c", state);
                Awaitility.await().until(() -> ps.run().text().startsWith("T"));
            }
            toMpirun("CONT");
            // nsenter stops with the process that it runs.
            job.signal("CONT");
            toMpirun("USR1");
            awaitCount(job, "got", 4);
            toMpirun("TERM");
            job.await().failed(143);
        }
        hosts.awaitClean();
    }

    private static void toMpirun(String signal) {
        hosts.on(0, "pkill", "-" + signal, "-f", "launcher.[M]pirun").run().ok();
    }

    private static void awaitCount(Running job, String word, int count) {
        job.awaitOut(out -> out.split(word, -1).length > count);
    }

    /** Host 2 sees another build in the place of this one. */
    @Test
    void anotherVersionOnAHostIsNamed() throws IOException {
        Path library = JobRunner.root().resolve("dist/lib/mpi.jar");
        Path other = hosts.shared().resolve("other.jar");
        Path addition = Files.writeString(hosts.shared().resolve("addition"), "");
        Files.copy(library, other);
        String jar = JobRunner.jdk().resolve("bin/jar").toString();
        JobRunner.command(jar, "-u", "-f", other.toString(), addition.toString()).run().ok();
        hosts.on(2, "mount", "--bind", other.toString(), library.toString()).run().ok();
        String box = hosts.mpirun("--host", "h1,h2", "true").run().failed(1).message();
        hosts.on(2, "umount", library.toString()).run().ok();
        assertThat(box)
                .contains("Host h2 has another Strata")
                .containsPattern("There: \\S+ \\(.*Here: \\S+ \\(");
        hosts.awaitClean();
    }
}
