package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.command;
import static org.strata.tests.system.JobRunner.root;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.launcher.programs.WhereProgram;

import java.io.IOException;
import java.nio.file.Files;
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

    private static Path directory;

    @BeforeAll
    static void up() throws IOException {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")), "simulated hosts need root");
        Assumptions.assumeTrue(
                Files.isExecutable(Path.of("/usr/sbin/sshd")), "simulated hosts need sshd");
        Assumptions.assumeTrue(
                command("unshare", "--net", "--uts", "--mount", "--ipc", "--pid", "--fork", "true")
                                .run()
                                .code()
                        == 0,
                "simulated hosts need namespaces");
        directory = Files.createTempDirectory("strata-hosts");
        String script = root().resolve("tests/system/hosts/hosts-up").toString();
        command(script, directory.toString(), Integer.toString(HOSTS))
                .env("KEEP", root().toString())
                .run()
                .ok();
    }

    @AfterAll
    static void down() {
        if (directory != null) {
            command(directory.resolve("down").toString()).run();
        }
    }

    private static JobRunner on(int host, String... words) {
        List<String> all = new ArrayList<>(List.of(directory + "/in", "h" + host));
        all.addAll(List.of(words));
        return command(all.toArray(String[]::new));
    }

    private static JobRunner mpirun(String... words) {
        List<String> all = new ArrayList<>(List.of(root() + "/mpirun"));
        all.addAll(List.of(words));
        return on(0, all.toArray(String[]::new));
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

    /** Nothing of a job is left: no process, no shared memory, no session. */
    private static void assertClean() {
        for (int host = 0; host <= HOSTS; host++) {
            String left =
                    on(
                                    host,
                                    "sh",
                                    "-c",
                                    "ls /dev/shm | grep strata; ls /tmp/strata.0 2>/dev/null;"
                                            + " pgrep -l -f 'node.[S]tratad|Where[P]rogram'; true")
                            .run()
                            .ok()
                            .text();
            assertThat(left).as("left on h%d", host).isEmpty();
        }
    }

    @Test
    void aJobOnThreeHosts() {
        String out = where("h0:1,h1:2,h2:2").run().ok().text();
        assertThat(out)
                .contains("rank 0 of 5 local 0/1 token 5 sum 10")
                .contains("rank 2 of 5 local 1/2 token 3 sum 10")
                .contains("rank 4 of 5 local 1/2 token 5 sum 10");
        assertClean();
    }

    @Test
    void daemonsStartOthers() {
        String out =
                mpirun("--mca", "routed_radix", "1", "--host", "h1,h2,h3", "hostname")
                        .run()
                        .ok()
                        .text();
        assertThat(out.lines()).containsExactlyInAnyOrder("h1", "h2", "h3");
        assertClean();
    }

    @Test
    void aRankThatIsKilledIsNamedWithItsHost() {
        var result = mpirun("--host", "h1:1,h2:1", "sh", "-c", KILLS_LAST).run().failed(137);
        assertThat(result.message()).contains("Rank: 1", "Host: h2");
        assertClean();
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
        assertClean();
    }

    @Test
    void theEndOfMpirunEndsAllHosts() {
        try (var job = mpirun("--host", "h1:1,h2:1", "sh", "-c", "echo up; sleep 100").start()) {
            job.awaitOut(out -> out.lines().count() == 2);
            on(0, "pkill", "-9", "-f", "launcher.[M]pirun").run().ok();
            job.await();
        }
        Awaitility.await().untilAsserted(HostsTest::assertClean);
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
        assertClean();
    }
}
