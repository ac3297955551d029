package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.root;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Running;
import org.strata.tests.system.launcher.programs.Besieged;
import org.strata.tests.system.launcher.programs.Besieger;
import org.strata.tests.system.launcher.programs.Hijacker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A job on simulated hosts against another user of its hosts, and against another host of the
 * network. Recorded handshakes, and single bits, are tested in the oob module.
 */
@Tag("hosts")
class HostAttackTest {
    private static final int HOSTS = 3;
    private static final int SSH_PORT = 22;
    private static final List<String> NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

    /** Where a secret would be found: words of processes, their environments, others' files. */
    private static final String SEARCH =
            """
            for how in 'F hex' 'P raw'; do
              set -- $how
              LC_ALL=C grep -la$1 -f %1$s/$2 /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2>/dev/null
              find /tmp /dev/shm -type f -perm /044 ! -path '%1$s/*' -exec \\
                env LC_ALL=C grep -la$1 -f %1$s/$2 {} + 2>/dev/null
            done
            true
            """;

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

    private static List<String> java(Class<?> program) {
        return List.of(
                JobRunner.jdk().resolve("bin/java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classes(),
                program.getName());
    }

    /** Starts a job of a rank on host 1 and one on host 2, none of which may open many files. */
    private static Running job(Path go) {
        List<String> words = new ArrayList<>(List.of("sh", "-c", FEW_FILES, "sh"));
        words.addAll(List.of(root() + "/mpirun", "--host", "h1,h2", "sh", "-c", FEW_FILES, "sh"));
        words.addAll(java(Besieged.class));
        words.set(words.indexOf("-cp") + 1, root().resolve("dist/lib/mpi.jar") + ":" + classes());
        words.add(go.toString());
        Running job = hosts.on(0, words.toArray(String[]::new)).start();
        job.awaitOut(out -> out.lines().count() == 2);
        for (int host = 1; host <= 2; host++) {
            hosts.on(
                            host,
                            "sh",
                            "-c",
                            "prlimit --nofile=1024:1024 --pid $(pgrep -f node.[S]tratad)")
                    .run()
                    .ok();
        }
        return job;
    }

    private static final String FEW_FILES = "ulimit -n 1024; exec \"$@\"";

    /** Returns the addresses that the job listens on at a host; sshd is not the job's. */
    private static List<String> ports(int host) {
        return hosts.on(host, "ss", "-ltnHp").run().ok().lines().stream()
                .filter(line -> line.contains("java"))
                .map(line -> line.split("\\s+")[3])
                .peek(address -> assertThat(address).doesNotStartWith("0.0.0.0:"))
                .peek(address -> assertThat(address).doesNotStartWith("*:"))
                .peek(address -> assertThat(address).doesNotStartWith("[::]:"))
                .map(address ->
                        address.replace("[::ffff:", "").replace("[::1]", "::1").replace("]", ""))
                .toList();
    }

    private static Running siege(int host, List<String> user, List<String> ports) {
        List<String> words = new ArrayList<>(List.of("prlimit", "--nofile=20000:20000"));
        words.addAll(user);
        words.addAll(java(Besieger.class));
        words.addAll(ports);
        Running siege = hosts.on(host, words.toArray(String[]::new)).start();
        siege.awaitOut(out -> out.contains("besieged"));
        return siege;
    }

    /** From host 3, and as another user of host 1, before the ranks have connected. */
    @Test
    void strangersKeepNobodyOut() throws IOException {
        Path go = hosts.shared().resolve("go");
        try (Running job = job(go)) {
            List<String> far = new ArrayList<>();
            for (int host = 0; host <= 2; host++) {
                far.addAll(ports(host).stream().filter(at -> at.startsWith("10.")).toList());
            }
            assertThat(far).hasSize(3);
            assertThat(ports(1)).hasSizeGreaterThan(1);
            noSecretIsSeen();
            try (Running network = siege(3, List.of(), far);
                    Running user = siege(1, NOBODY, ports(1))) {
                Files.createFile(go);
                assertThat(job.await().ok().text()).contains("done 0", "done 1");
                assertThat(network.inTime() && user.inTime()).as("they go on").isTrue();
            }
        }
        hosts.awaitClean();
    }

    private static void noSecretIsSeen() throws IOException {
        String contact = "cat /tmp/strata.0/*/contact";
        String secret = hosts.on(1, "sh", "-c", contact).run().ok().lines().getLast();
        assertThat(secret).hasSizeGreaterThanOrEqualTo(32);
        Files.writeString(hosts.shared().resolve("hex"), secret + "\n");
        String raw = secret.replaceAll("..", "\\\\x$0");
        Files.writeString(hosts.shared().resolve("raw"), raw + "\n");
        for (int host = 0; host <= 2; host++) {
            String search = SEARCH.formatted(hosts.shared());
            assertThat(hosts.on(host, "sh", "-c", search).run().ok().lines())
                    .as("where others find the secret on h%d", host)
                    .isEmpty();
        }
        List<String> nobody = new ArrayList<>(NOBODY);
        nobody.addAll(List.of("sh", "-c", contact));
        assertThat(hosts.on(1, nobody.toArray(String[]::new)).run().text()).isEmpty();
    }

    /** Bytes that somebody adds to the connection of a daemon, after the proofs. */
    @Test
    void aConnectionThatIsTakenOverEndsTheJob() {
        try (Running job = job(hosts.shared().resolve("never"))) {
            String daemon = hosts.on(2, "pgrep", "-f", "node.[S]tratad").run().ok().text().strip();
            List<String> words = new ArrayList<>(java(Hijacker.class));
            words.add(daemon);
            assertThat(hosts.on(2, words.toArray(String[]::new)).run().ok().lines())
                    .containsExactly("wrote 64");
            assertThat(job.await().failed(1).message()).contains("Host: h2", "has been lost");
        }
        hosts.awaitClean();
    }
}
