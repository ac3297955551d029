package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.root;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.traffic.TrafficProgram;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Examples and random traffic on simulated hosts, whichever way they and the number of ranks are
 * given: by mpirun, and by the launchers of others that are installed.
 */
@Tag("hosts")
class HostProgramsTest {
    private static final int HOSTS = 3;
    private static final int SSH_PORT = 22;
    private static final Pattern RANK = Pattern.compile("Rank (\\d+) of \\d+ on (\\w+)");
    private static final Pattern LINK = Pattern.compile("\\] \\S+ (\\d+) -> (\\d+) (shm|tcp)\\b");
    private static final Pattern HELLO =
            Pattern.compile("Hello from rank \\d+ (of \\d+ on \\w+),.*");

    /** All hosts share the processors of this one, which no rank can know. */
    private static final String YIELD = "STRATA_MCA_mpi_yield_when_idle";

    private static SimulatedHosts hosts;

    @BeforeAll
    static void up() throws IOException {
        hosts = new SimulatedHosts(HOSTS, SSH_PORT);
        Files.writeString(hosts.shared().resolve("hostfile"), "h1 slots=2\nh2 slots=2\n");
    }

    @AfterAll
    static void down() {
        if (hosts != null) {
            hosts.close();
        }
    }

    private static String examples() {
        return root().resolve("examples/target/classes").toString();
    }

    /** Runs a program below a directory; ranks that mpirun does not start need the library. */
    private static Result run(List<String> java, String classes, String... program) {
        List<String> words = new ArrayList<>(java);
        words.addAll(List.of("-cp", root().resolve("dist/lib/mpi.jar") + ":" + classes));
        words.addAll(List.of(program));
        return hosts.on(0, words.toArray(String[]::new)).env(YIELD, "1").run().ok();
    }

    /** Runs the four programs, and compares what HelloWorld says. */
    private static void tour(List<String> java, String... placed) {
        assertThat(run(java, examples(), "HelloWorld").lines())
                .extracting(line -> HELLO.matcher(line).replaceAll("$1"))
                .containsExactlyInAnyOrder(placed);
        assertThat(run(java, examples(), "NasCg", "S").text())
                .containsPattern("Verification +=  +SUCCESSFUL");
        assertThat(run(java, classes(), TrafficProgram.class.getName(), "18", "8", "100000").text())
                .contains("ok, 8 rounds");
    }

    private static final String ONE = "of 4 on h1";
    private static final String TWO = "of 4 on h2";
    private static final String[] FOUR = {ONE, ONE, TWO, TWO};

    /** Links between ranks of one host are of shared memory, others of TCP. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--host h1:2,h2:2",
                "--hostfile %s/hostfile",
                "--host h1:4,h2:4 -N 2",
                "--host h1:2,h2:2 --map-by node",
                "--host h1:2,h2:2,h3:2 --map-by ppr:1:node",
            })
    void programsRunOnHosts(String options) {
        List<String> launcher = new ArrayList<>(List.of(root() + "/mpirun"));
        launcher.addAll(List.of(options.formatted(hosts.shared()).split(" ")));
        List<String> traced = new ArrayList<>(launcher);
        traced.addAll(List.of("--mca", "btl_trace_wrap", "shm,tcp", "java"));
        Result ring = run(traced, examples(), "Ring", "--laps", "2");
        launcher.add("java");
        if (options.contains("ppr")) {
            assertThat(links(ring)).containsExactly("tcp");
            tour(launcher, "of 3 on h1", "of 3 on h2", "of 3 on h3");
        } else {
            assertThat(links(ring)).containsExactly("shm", "tcp");
            tour(launcher, FOUR);
        }
        hosts.awaitClean();
    }

    /** The commands that a public earthquake-hazard code writes into its batch scripts. */
    @Test
    void batchScriptsOfMpjExpress() throws IOException {
        Path folder = hosts.shared().resolve("mpj");
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("nodes"), "h1\nh2\nh3\n");
        Files.copy(
                root().resolve("mpj-compat/src/test/programs/Arguments.java"),
                folder.resolve("Arguments.java"));
        String script =
                """
                cd "$1" && export MPJ_HOME="$2" PBS_NODEFILE="$1/nodes"
                export FMPJ_HOME=$MPJ_HOME PATH=$PATH:$MPJ_HOME/bin
                fmpjc Arguments.java || exit 1
                mpjboot $PBS_NODEFILE
                mpjrun.sh -machinesfile $PBS_NODEFILE -np 4 -dev hybdev \\
                  -Djava.library.path=$MPJ_HOME/lib -Xmx64m -Dname=MPJ -cp "$1" Arguments --a b
                ret=$?
                mpjhalt $PBS_NODEFILE
                fmpjrun_errdetect_wrapper.sh -machinefile $PBS_NODEFILE -np 3 -dev niodev \\
                  -Djava.library.path=$FMPJ_HOME/lib -Xmx64m -Dname=FMPJ -cp "$1" -class Arguments c
                mpjrun_errdetect_wrapper.sh $PBS_NODEFILE -dev niodev \\
                  -Djava.library.path=$MPJ_HOME/lib -Xmx64m -Dname=HOST -cp "$1" Arguments d
                exit $ret
                """;
        Result result =
                hosts.on(
                                0,
                                "/bin/sh",
                                "-c",
                                script,
                                "sh",
                                folder.toString(),
                                root().resolve("dist").toString())
                        .run()
                        .ok();
        assertThat(result.lines())
                .contains(
                        "3 of 4: main [3, 4, hybdev, --a, b], Init [--a, b], MPJ",
                        "2 of 3: main [2, 3, niodev, c], Init [c], FMPJ",
                        "2 of 3: main [2, 3, niodev, d], Init [d], HOST")
                .filteredOn(line -> line.contains(" of "))
                .hasSize(10);
        assertThat(result.complaints()).isEmpty();
        hosts.awaitClean();
    }

    /** Each host has a /tmp of its own, so that the directory is one that they share. */
    @Test
    void bytesThatAreNoUtf8ArriveOnOtherHosts() {
        Result result =
                hosts.on(
                                0,
                                "/bin/sh",
                                "-c",
                                RawBytesTest.SCRIPT,
                                "sh",
                                hosts.shared().toString(),
                                root() + "/mpirun",
                                "--host h1,h2")
                        .run()
                        .ok();
        String line = RawBytesTest.expected("d\u00e9 x");
        assertThat(result.lines()).containsExactly(line, line);
        hosts.awaitClean();
    }

    /** Checks the links that a traced run has used; returns their kinds. */
    private static TreeSet<String> links(Result ring) {
        Map<String, String> hostOf = new HashMap<>();
        Matcher rank = RANK.matcher(ring.text());
        while (rank.find()) {
            hostOf.put(rank.group(1), rank.group(2));
        }
        TreeSet<String> kinds = new TreeSet<>();
        Matcher link = LINK.matcher(ring.text() + ring.err());
        while (link.find()) {
            String kind = link.group(3);
            boolean near = hostOf.get(link.group(1)).equals(hostOf.get(link.group(2)));
            assertThat(kind).as(link.group()).isEqualTo(near ? "shm" : "tcp");
            kinds.add(kind);
        }
        return kinds;
    }

    /** The same programs under launchers of others: the same size, the same hosts. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mpiexec.hydra -hosts h1:2,h2:2 -n 4",
                "mpiexec.hydra -pmi-port -hosts h1:2,h2:2 -n 4",
                "mpirun.openmpi --allow-run-as-root -x STRATA_MCA_mpi_yield_when_idle"
                        + " --host h1:2,h2:2 -n 4",
            })
    void programsRunUnderLaunchersOfOthers(String launcher) {
        List<String> words = new ArrayList<>(List.of(launcher.split(" ")));
        assumeThat(Path.of("/usr/bin", words.getFirst()))
                .as(words.getFirst() + " is not installed")
                .exists();
        tourOfOthers(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pmi2", "pmix"})
    void programsRunUnderSlurm(String type) {
        if (!hosts.slurmRuns()) {
            hosts.startSlurm();
        }
        tourOfOthers(List.of("srun", "-K1", "--mpi=" + type, "-w", "h1,h2", "--ntasks-per-node=2"));
    }

    private static void tourOfOthers(List<String> launcher) {
        List<String> words = new ArrayList<>(launcher);
        words.add(JobRunner.jdk().resolve("bin/java").toString());
        words.add("--enable-native-access=ALL-UNNAMED");
        Result ring = run(words, examples(), "Ring", "--laps", "2");
        assertThat(ring.text()).contains("as it should be: true");
        tour(words, FOUR);
    }
}
