package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.classes;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.launcher.programs.Federated;
import org.strata.tests.system.launcher.programs.Spawns;
import org.strata.tests.system.launcher.programs.Waits;
import org.strata.tests.system.launcher.programs.WhereProgram;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs on simulated hosts over ssh: {@code mvn verify -Phosts}, as root, with network namespaces
 * and sshd. Each host has its own network, process numbers, /tmp and /dev/shm.
 */
@Tag("hosts")
class HostsTest {
    private static final int HOSTS = 3;
    private static final int SSH_PORT = 22;

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

    private static JobRunner on(int host, String... words) {
        return hosts.on(host, words);
    }

    private static JobRunner mpirun(String... words) {
        return hosts.mpirun(words);
    }

    private static JobRunner where(String hosts, String... words) {
        List<String> all =
                new ArrayList<>(
                        List.of(
                                "--host",
                                hosts,
                                "java",
                                "-cp",
                                classes(),
                                WhereProgram.class.getName()));
        all.addAll(List.of(words));
        return mpirun(all.toArray(String[]::new));
    }

    @Test
    void aJobOnThreeHosts() {
        String out = where("h0:1,h1:2,h2:2").run().ok().text();
        assertThat(out)
                .contains("rank 0 of 5 local 0/1 token 5 sum 10")
                .contains("rank 2 of 5 local 1/2 token 3 sum 10")
                .contains("rank 4 of 5 local 1/2 token 5 sum 10");
        hosts.awaitClean();
    }

    /** The first world fills this host, the second one, too; the third runs on two others. */
    @Test
    void worldsAreSpawnedOnOtherHosts() {
        String program = Spawns.class.getName();
        String[] words = {
            "--host", "h0:4,h1:1,h2:1", "-np", "2", "java", "-cp", classes(), program, "generations"
        };
        assertThat(mpirun(words).run().ok().text().lines())
                .containsExactlyInAnyOrder(
                        "done generations 0",
                        "done generations 0",
                        "done generations 1",
                        "done generations 1",
                        "done generations 2",
                        "done generations 2");
        words[1] = "h0:2,h1:2";
        words[8] = "refusals";
        mpirun(words).run().ok();
        words[8] = "kill";
        assertThat(mpirun(words).run().failed(137).message())
                .contains("Rank: 3 (rank 1 of a spawned world)", "Host: h1");
        hosts.awaitClean();
    }

    /** The name server's job is on host 0, a guest on host 1; one on host 2 is killed. */
    @Test
    void mpirunsOnDifferentHostsConnect() {
        String file = hosts.shared().resolve("server.uri").toString();
        try (var server = mpirun(federated("host", "--report-uri", file)).start()) {
            String uri = "file:" + file;
            String mpirun = JobRunner.root() + "/mpirun";
            List<String> words = new ArrayList<>(List.of(mpirun, "--wait-for-server"));
            words.addAll(List.of(federated("guest", "--ompi-server", uri)));
            assertThat(on(1, words.toArray(String[]::new)).run().ok().text())
                    .contains("done guest");
            words.set(words.size() - 1, "victim");
            try (var victim = on(2, words.toArray(String[]::new)).start()) {
                server.awaitOut(out -> out.split("connected", -1).length == 3);
                on(2, "pkill", "-9", "-f", "launcher.[M]pirun").run().ok();
                victim.await();
            }
            assertThat(server.await().ok().text()).contains("done host");
        }
        hosts.awaitClean();
    }

    private static String[] federated(String action, String option, String value) {
        String program = Federated.class.getName();
        return new String[] {option, value, "-np", "2", "java", "-cp", classes(), program, action};
    }

    @Test
    void stacksOfRanksOnOtherHosts() {
        String program = Waits.class.getName();
        String[] words = {
            "--timeout",
            "4",
            "--get-stack-traces",
            "--host",
            "h0,h1",
            "java",
            "-cp",
            classes(),
            program
        };
        assertThat(mpirun(words).run().failed(110).err())
                .containsPattern("stacks of rank 0:\n\"main\"")
                .containsPattern("stacks of rank 1:\n\"main\"");
        hosts.awaitClean();
    }

    @Test
    void daemonsStartOthers() {
        String out =
                mpirun("--mca", "routed_radix", "1", "--host", "h1,h2,h3", "hostname")
                        .run()
                        .ok()
                        .text();
        assertThat(out.lines()).containsExactlyInAnyOrder("h1", "h2", "h3");
        hosts.awaitClean();
    }

    @Test
    void aRankThatIsKilledIsNamedWithItsHost() {
        var result = mpirun("--host", "h1:1,h2:1", "sh", "-c", KILLS_LAST).run().failed(137);
        assertThat(result.message()).contains("Rank: 1", "Host: h2");
        hosts.awaitClean();
    }

    private static final String KILLS_LAST =
            "[ $OMPI_COMM_WORLD_RANK = 1 ] && kill -9 $$; sleep 100";

    @Test
    void aDaemonThatIsKilledEndsTheJob() {
        try (var job = mpirun("--host", "h1:1,h2:1", "sh", "-c", "echo up; sleep 100").start()) {
            job.awaitOut(out -> out.lines().count() == 2);
            on(2, "pkill", "-9", "-f", "node.[S]tratad").run().ok();
            var result = job.await().failed(1);
            assertThat(result.message()).contains("h2", "rank 1");
        }
        hosts.awaitClean();
    }

    /** Ranks may end as they wish, like those of one host; a rank that does not is killed. */
    @Test
    void theEndOfMpirunEndsAllHosts() throws IOException {
        for (String process : List.of("launcher.[M]pirun", "ssh.*[h]1 exec")) {
            Path farewell = hosts.shared().resolve("farewell." + process.charAt(0));
            String script =
                    "trap '[ $OMPI_COMM_WORLD_RANK = 0 ] && { echo bye >"
                            + farewell
                            + "; exit; }' TERM; echo up; while :; do sleep 0.1; done";
            try (var job = mpirun("--host", "h1:2", "sh", "-c", script).start()) {
                job.awaitOut(out -> out.lines().count() == 2);
                on(0, "pkill", "-9", "-f", process).run().ok();
                job.await();
            }
            hosts.awaitClean();
            assertThat(farewell).hasContent("bye");
        }
    }

    /** A host that is reset keeps the sessions of its earlier boot. */
    @Test
    void sessionsOfAnEarlierBootAreSwept() {
        String left = "/tmp/strata.0/1-left";
        String script =
                "mkdir -p -m 700 /tmp/strata.0 "
                        + left
                        + "; printf 'other-boot h1' >"
                        + left
                        + "/boot";
        on(1, "sh", "-c", script).run().ok();
        mpirun("--host", "h1", "true").run().ok();
        hosts.awaitClean();
    }

    /** A terminal sends the signal to all processes of mpirun's group. */
    @Test
    void ctrlCEndsTheJobAsTheUserWishes() {
        String toGroup =
                "kill -INT -$(ps -o pgid= $(pgrep -f launcher.[M]pirun) | tr -d '[:space:]')";
        String mpirun = JobRunner.root() + "/mpirun";
        // Whether the remote shells or mpirun were faster was chance.
        for (int i = 0; i < 3; i++) {
            try (var job =
                    on(0, "setsid", mpirun, "-H", "h1,h2", "sh", "-c", "echo up; sleep 100")
                            .start()) {
                job.awaitOut(out -> out.lines().count() == 2);
                on(0, "sh", "-c", toGroup).run().ok();
                assertThat(job.await().failed(130).err()).doesNotContain("has been lost");
            }
        }
        hosts.awaitClean();
    }

    /** The network of the simulated hosts is 10.99.0.0/24; no rank is on mpirun's host. */
    @Test
    void networksAreChosenByTheirNumbers() {
        String net = "10.99.0.0/16";
        String[] words = {
            "--mca", "oob_if_include", net, "--mca", "btl_tcp_if_include", net, "--host", "h1,h2"
        };
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("java", "-cp", classes(), WhereProgram.class.getName()));
        assertThat(mpirun(all.toArray(String[]::new)).run().ok().text())
                .contains("rank 0 of 2", "rank 1 of 2");
        all.set(2, "10.98.0.0/16");
        assertThat(mpirun(all.toArray(String[]::new)).run().failed(1).message())
                .contains("oob_if_include = 10.98.0.0/16 names no");
        hosts.awaitClean();
    }

    @Test
    void aProgramThatIsNotOnAHostIsNamed() {
        String[] words = {"--host", "h1,h2", "java", "-cp", "/opt/nowhere", "p.Main"};
        assertThat(mpirun(words).run().failed(1).message())
                .contains("did not find class p.Main", "Looked in: /opt/nowhere on h");
        words[1] = "h0";
        assertThat(mpirun(words).run().failed(1).message())
                .contains("did not find class p.Main", "/opt/nowhere (not there)");
        hosts.awaitClean();
    }

    @Test
    void anUnknownNameAndAWrongKeyAreNamed() {
        assertThat(mpirun("--host", "nosuch", "true").run().failed(1).message())
                .contains("nosuch", "could not be started");
        assertThat(
                        mpirun(
                                        "--mca",
                                        "plm_rsh_args",
                                        "-o IdentitiesOnly=yes -i /dev/null",
                                        "--host",
                                        "h1",
                                        "true")
                                .run()
                                .failed(1)
                                .message())
                .contains("h1", "Permission denied");
        hosts.awaitClean();
    }
}
