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
import org.strata.tests.system.launcher.programs.Steps;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reports of jobs on several simulated hosts, whoever has started their ranks. */
@Tag("hosts")
class HostReportTest {
    private static final int HOSTS = 2;
    private static final int SSH_PORT = 22;
    private static final String PARAMETER = "STRATA_MCA_mpi_report";

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

    private static Path report(String name) {
        return hosts.shared().resolve(name + ".json");
    }

    private static JobRunner mpirun(String name, String action) {
        return hosts.mpirun(
                "--report=" + report(name),
                "--host",
                "h1:2,h2:2",
                "java",
                "-cp",
                classes(),
                Steps.class.getName(),
                action);
    }

    private static String json(String name) throws IOException {
        return Files.readString(report(name));
    }

    private static void assertWhole(String json) {
        assertThat(json)
                .contains("\"ended\":\"ended normally\"")
                .contains("\"ranks\":4,\"ranksWithNumbers\":4")
                .contains("\"missing\":[]")
                .contains("\"rank\":1,\"host\":\"h1\"", "\"rank\":3,\"host\":\"h2\"")
                .containsPattern("\"waits\":\\[\\{\"from\":\\d,\"to\":3")
                .contains("{\"from\":3,\"to\":0,\"bytes\":" + Steps.STEPS * Double.BYTES + "}");
    }

    @Test
    void allHostsAreInIt() throws IOException {
        mpirun("all", "").run().ok();
        assertWhole(json("all"));
        hosts.awaitClean();
    }

    /** The clocks of simulated hosts are one: aligned times must be right within the error said. */
    @Test
    void theTimelineOfTwoHosts() throws IOException {
        Path file = hosts.shared().resolve("t.json");
        Result result =
                hosts.mpirun(
                                "--timeline",
                                file.toString(),
                                "--host",
                                "h1:2,h2:2",
                                "java",
                                "-cp",
                                classes(),
                                Steps.class.getName())
                        .run()
                        .ok();
        assertThat(result.err()).contains("timeline: " + file, "clocks of hosts within ±");
        String json = Files.readString(file);
        assertThat(json)
                .contains("rank 0 on h1", "rank 3 on h2", "\"host h2\":\"clock within")
                .contains("\"pid\":0,", "\"name\":\"wait for rank 3\"")
                .doesNotContain("its clock is not known");
        // All ranks leave the barrier together, whatever the clocks of their hosts show.
        List<Double> ends = new ArrayList<>();
        for (int rank = 0; rank < 4; rank++) {
            String start = "\"ph\":\"X\",\"pid\":" + rank + ",";
            String last =
                    json.lines()
                            .filter(line -> line.contains(start))
                            .filter(line -> line.contains("\"cat\":\"call\""))
                            .reduce((a, b) -> b)
                            .orElse("");
            if (!last.isEmpty()) {
                ends.add(number(last, "ts") + number(last, "dur"));
            }
        }
        assertThat(ends).isNotEmpty();
        assertThat(Collections.max(ends) - Collections.min(ends)).isLessThan(2e6);
        hosts.awaitClean();
    }

    private static double number(String event, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":(-?[0-9.]+)").matcher(event);
        assertThat(found.find()).as(event).isTrue();
        return Double.parseDouble(found.group(1));
    }

    /** It was at least a second old when the daemon read what the rank had left. */
    @Test
    void aRankOnAnotherHostThatIsKilled() throws IOException {
        mpirun("killed", "kill").run().failed(137);
        assertThat(json("killed"))
                .contains("\"ended\":\"ended with code 137 of rank 3\"")
                .contains("\"ranksWithNumbers\":4")
                .contains("\"rank\":3,\"host\":\"h2\",\"ended\":\"ended before MPI.Finalize\"")
                .contains("MPI_Recv");
        hosts.awaitClean();
    }

    @Test
    void aHostThatIsLost() throws IOException {
        try (var job = mpirun("lost", "stay").start()) {
            job.awaitOut(out -> out.lines().count() == 4);
            hosts.on(0, "pkill", "-9", "-f", "ssh.*[h]2 exec").run().ok();
            job.await().failed(1);
        }
        assertThat(json("lost"))
                .contains("\"ranks\":4,\"ranksWithNumbers\":2")
                .contains("ranks 2-3: host h2, which was lost");
        hosts.awaitClean();
    }

    private static Result guests(String name, String action, List<String> launcher) {
        List<String> words = new ArrayList<>(launcher);
        words.add(JobRunner.jdk().resolve("bin/java").toString());
        words.add("--enable-native-access=ALL-UNNAMED");
        words.addAll(List.of("-cp", root().resolve("dist/lib/mpi.jar") + ":" + classes()));
        words.addAll(List.of(Steps.class.getName(), action));
        return hosts.on(0, words.toArray(String[]::new))
                .env(PARAMETER, report(name).toString())
                .run();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mpiexec.hydra -hosts h1:2,h2:2 -n 4",
                "mpirun.openmpi --allow-run-as-root -x " + PARAMETER + " --host h1:2,h2:2 -n 4",
            })
    void ranksThatOthersHaveStarted(String launcher) throws IOException {
        List<String> words = List.of(launcher.split(" "));
        assumeThat(Path.of("/usr/bin", words.getFirst()))
                .as(words.getFirst() + " is not installed")
                .exists();
        assertThat(guests(words.getFirst(), "", words).ok().err())
                .contains("rank 3 is waited for most", "report: ");
        assertWhole(json(words.getFirst()));
        guests("abort", "abort", words).failed(7);
        assertThat(json("abort")).contains("\"ended\":\"ended with code 7\"", "MPI_Recv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pmi2", "pmix"})
    void ranksOfSlurm(String type) throws IOException {
        if (!hosts.slurmRuns()) {
            hosts.startSlurm();
        }
        List<String> srun =
                List.of("srun", "-K1", "--mpi=" + type, "-w", "h1,h2", "--ntasks-per-node=2");
        guests(type, "", srun).ok();
        assertWhole(json(type));
    }
}
