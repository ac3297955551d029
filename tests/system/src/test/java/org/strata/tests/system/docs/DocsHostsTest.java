package org.strata.tests.system.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.jdk;
import static org.strata.tests.system.JobRunner.root;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.docs.DocPage.Step;
import org.strata.tests.system.docs.Plan.How;
import org.strata.tests.system.launcher.SimulatedHosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Follows the pages about several hosts, Slurm and containers on simulated hosts ({@code mvn verify
 * -Phosts}), where the distribution is at {@code /opt/strata}, as the pages have it. Podman and
 * Apptainer are stand-ins, which run the command on the host that the container would be on.
 */
@Tag("hosts")
class DocsHostsTest {
    private static final int HOSTS = 3;
    private static final int SSH_PORT = 22;
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String PODMAN =
            """
            #!/bin/bash
            [ "$1 $2" = "exec -i" ] && shift 2 || exit 1
            host=$1 && shift
            exec ssh "$host" "$(printf '%q ' "$@")"
            """;
    private static final String APPTAINER =
            "#!/bin/sh\n[ \"$1\" = exec ] && shift 2 && exec \"$@\"\n";

    private static SimulatedHosts hosts;

    @BeforeAll
    static void up() throws IOException {
        hosts = new SimulatedHosts(HOSTS, SSH_PORT);
        for (int host = 0; host <= HOSTS; host++) {
            String place =
                    "mount -t tmpfs tmpfs /opt && mkdir /opt/strata && mount --bind \"$1\""
                            + " /opt/strata";
            hosts.on(host, "sh", "-c", place, "sh", root().resolve("dist").toString()).run().ok();
        }
    }

    @AfterAll
    static void down() {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static Desk desk(DocPage page) throws IOException {
        Path directory = Files.createTempDirectory(hosts.shared(), "desk");
        Path standIns = Files.createDirectory(directory.resolve("stand-ins"));
        Files.writeString(standIns.resolve("podman"), PODMAN);
        Files.writeString(standIns.resolve("apptainer"), APPTAINER);
        for (String name : List.of("podman", "apptainer")) {
            assertThat(standIns.resolve(name).toFile().setExecutable(true)).isTrue();
        }
        return Desk.of(page, directory);
    }

    private static Result run(Desk desk, String script) {
        String path = desk.directory() + "/stand-ins:/opt/strata/bin:" + jdk() + "/bin:";
        return hosts.on(0, "bash", "-c", Desk.script(script))
                .in(desk.directory())
                .env("PATH", path + System.getenv("PATH"))
                .env("JAVA_HOME", jdk().toString())
                .env("STRATA_MCA_mpi_yield_when_idle", "1")
                .run();
    }

    private static List<Step> steps(DocPage page, How how) {
        List<Plan.Row> rows = Plan.rows();
        return page.steps().stream().filter(step -> Plan.of(step, rows).how() == how).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/guide/hosts.md", "docs/guide/containers.md"})
    void pagesAboutHosts(String name) throws IOException {
        DocPage page = DocPage.read(root(), name);
        List<Step> steps = steps(page, How.HOSTS);
        assertThat(steps).isNotEmpty();
        Desk desk = desk(page);
        for (Step step : steps) {
            Result result = run(desk, step.command());
            assertThat(result.code()).as("%s%n%s", step.place(), result.text()).isZero();
            if (!step.output().isEmpty()) {
                assertThat(Shown.differences(step.output(), result.lines()))
                        .as("%s%nprinted:%n%s", step.place(), result.text())
                        .isEmpty();
            }
        }
        hosts.awaitClean();
    }

    /** The page's numbers are those of a cluster; here four tasks have to do. */
    @ParameterizedTest
    @ValueSource(strings = {"docs/guide/slurm.md", "docs/guide/containers.md"})
    void pagesAboutSlurm(String name) throws IOException {
        startSlurm();
        DocPage page = DocPage.read(root(), name);
        Desk desk = desk(page);
        int jobs = 0;
        for (Step step : steps(page, How.SLURM)) {
            if (step.command().contains("trap")) {
                continue;
            }
            String command =
                    step.command()
                            .replace("--ntasks=64", "--ntasks=4")
                            .replace("-cpu=2G", "-cpu=100M");
            if (command.startsWith("#!")) {
                Files.writeString(desk.directory().resolve("job.sh"), command);
                command = "sbatch --wait -o job.out job.sh; code=$?; cat job.out; (exit $code)";
            }
            Result result = run(desk, command);
            assertThat(result.code()).as("%s%n%s", step.place(), result.text()).isZero();
            if (step.command().contains("Solver")) {
                int size = command.startsWith("sbatch") ? 4 : 8;
                jobs++;
                assertThat(result.lines())
                        .filteredOn(line -> line.matches("rank \\d+ of " + size))
                        .as("%s%n%s", step.place(), result.text())
                        .hasSize(size);
            }
        }
        assertThat(jobs).isPositive();
        hosts.awaitClean();
    }

    /** A minute before its end Slurm sends USR2 to the script, which asks mpirun. */
    @Test
    void theSignalBeforeTheTimeLimit() throws IOException {
        startSlurm();
        DocPage page = DocPage.read(root(), "docs/guide/slurm.md");
        Step step =
                steps(page, How.SLURM).stream()
                        .filter(one -> one.command().contains("trap"))
                        .findFirst()
                        .orElseThrow();
        Desk desk = desk(page);
        List<String> script = new ArrayList<>(List.of("#!/bin/bash", "#SBATCH --ntasks=2"));
        // Slurm signals once; here it does until the ranks have come to their deadlock.
        String waiting = "while kill -0 $!; do wait; done";
        assertThat(step.command()).contains("wait; wait");
        script.add(step.command().replace("Solver", "Hang").replace("wait; wait", waiting));
        Files.write(desk.directory().resolve("job.sh"), script);
        Path out = desk.directory().resolve("job.out");
        String job = run(desk, "sbatch --parsable -o job.out job.sh").ok().text().strip();
        try {
            // The signal ends a script that has not come to its trap.
            Awaitility.await().atMost(LONG).until(DocsHostsTest::mpirunIsRunning);
            Awaitility.await()
                    .atMost(LONG)
                    .untilAsserted(() -> {
                        run(desk, "scancel --signal=USR2 --batch " + job);
                        assertThat(Files.readString(out)).contains("deadlock: rank 0 waits");
                    });
        } finally {
            run(desk, "scancel " + job);
        }
        hosts.awaitClean();
    }

    private static boolean mpirunIsRunning() {
        return IntStream.rangeClosed(0, HOSTS)
                .anyMatch(host ->
                        hosts.on(host, "pgrep", "-f", "launcher.[M]pirun").run().code() == 0);
    }

    private static void startSlurm() {
        if (!hosts.slurmRuns()) {
            hosts.startSlurm();
        }
    }
}
