package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.launcher.map.CpuSet;
import org.strata.launcher.map.Topology;
import org.strata.opal.sys.KernelThreads;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.LinuxOnly;
import org.strata.tests.system.launcher.programs.Threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class MappingTest {
    private static final String[] CPUS = {
        "sh", "-c", "echo $OMPI_COMM_WORLD_RANK $(grep Cpus_allowed_list /proc/self/status)"
    };

    @TempDir Path temp;

    @Test
    void countedSlotsAreRespected() throws IOException {
        Result result = mpirun("-H", "localhost:2", "-np", "3", "true").run().failed(1);
        assertThat(result.message())
                .contains("not enough slots")
                .contains("Slots: 2 (from --host)")
                .contains("Asked for: 3")
                .contains("--oversubscribe");
        Path file = Files.writeString(temp.resolve("hosts"), "# hosts\nlocalhost slots=2\n");
        mpirun("--hostfile", file.toString(), "-np", "2", "true").run().ok();
        assertThat(
                        mpirun("--hostfile", file.toString(), "-np", "3", "true")
                                .run()
                                .failed(1)
                                .message())
                .contains("not enough slots");
    }

    @Test
    void oversubscription() {
        mpirun("-H", "localhost:1", "--oversubscribe", "-np", "3", "true").run().ok();
        mpirun("-H", "localhost", "--map-by", ":oversubscribe", "-np", "3", "true").run().ok();
        assertThat(mpirun("--nooversubscribe", "-np", "5000", "true").run().failed(1).message())
                .contains("not enough slots");
        assertThat(mpirun("-np", "100000", "true").run().failed(1).message())
                .contains("not enough slots");
    }

    @ParameterizedTest
    @UsualRows(2)
    @ValueSource(strings = {"slot", "core", "node", "hwthread"})
    void objectsToMapBy(String object) {
        mpirun("--map-by", object, "-np", "2", "true").run().ok();
    }

    @Test
    void nonsenseToMapBy() {
        assertThat(mpirun("--map-by", "moon", "true").run().failed(1).message()).contains("moon");
    }

    @Test
    void displayMap() {
        Result result =
                mpirun("--display-map", "-np", "1", "true", ":", "-np", "1", "true").run().ok();
        assertThat(result.err())
                .contains("JOB MAP")
                .contains("Rank: 0   Program: 0")
                .contains("Rank: 1   Program: 1");
    }

    @Test
    void boundToNothing() {
        assertThat(
                        mpirun(
                                        "-np",
                                        "2",
                                        "--bind-to",
                                        "none",
                                        "--report-bindings",
                                        CPUS[0],
                                        CPUS[1],
                                        CPUS[2])
                                .run()
                                .ok()
                                .err())
                .contains("rank 0 is not bound")
                .contains("rank 1 is not bound");
    }

    /** A shell is no java command, whose JVM could be told how many processors there are. */
    @Test
    void otherProgramsAreNotBoundByDefault() {
        assertThat(mpirun("-np", "2", "--report-bindings", "true").run().ok().err())
                .contains("rank 0 is not bound")
                .contains("rank 1 is not bound");
    }

    /** On one core of two threads there is nothing to bind a second rank to. */
    @ParameterizedTest
    @ValueSource(strings = {"core", "hwthread"})
    @LinuxOnly("ranks are bound to processors")
    void boundRanksHaveTheirOwnProcessors(String object) {
        int objects = object.equals("core") ? cores() : threads();
        Assumptions.assumeTrue(objects > 1, objects + " to bind to");
        Result result =
                mpirun(
                                "-np",
                                "2",
                                "--bind-to",
                                object,
                                "--report-bindings",
                                CPUS[0],
                                CPUS[1],
                                CPUS[2])
                        .run()
                        .ok();
        assertThat(result.err())
                .contains("rank 0 is bound to package[")
                .contains("rank 1 is bound to package[");
        List<String> lines = result.lines().stream().sorted().toList();
        assertThat(lines.get(0)).startsWith("0 Cpus_allowed_list: ");
        assertThat(lines.get(0).substring(1)).isNotEqualTo(lines.get(1).substring(1));
    }

    /** The JVM's own threads may use the other processors while a rank polls. */
    @Test
    @LinuxOnly("ranks are bound to processors")
    void aJavaRankBindsItsThreadsAndNotTheJvms() {
        Assumptions.assumeTrue(cores() > 1, "one core");
        Result result =
                mpirun(
                                "-np",
                                "2",
                                "--bind-to",
                                "core",
                                "--report-bindings",
                                "java",
                                "-cp",
                                JobRunner.classes(),
                                Threads.class.getName())
                        .env("STRATA_MCA_mpi_jit", null)
                        .run()
                        .ok();
        assertThat(result.err()).contains("without the JVM's service threads");
        String all = CpuSet.ofMask(KernelThreads.affinity(0)).toString();
        List<String> lines = result.lines().stream().sorted().toList();
        assertThat(lines).hasSize(2);
        for (String line : lines) {
            String[] sets = line.split(" ");
            assertThat(sets[1]).as("main thread").isNotEqualTo(all);
            assertThat(sets[2]).as("a thread that it starts").isEqualTo(sets[1]);
            assertThat(sets[3]).as("a compiler").isEqualTo(all);
        }
        assertThat(lines.get(0).split(" ")[1]).isNotEqualTo(lines.get(1).split(" ")[1]);
    }

    /** Other jobs of this machine may hold its cores: then no rank is bound, and says so. */
    @Test
    @LinuxOnly("ranks are bound to processors")
    void byDefaultTheMainThreadIsBoundToAFreeCore() {
        Result result =
                mpirun(
                                "-np",
                                "2",
                                "--report-bindings",
                                "java",
                                "-cp",
                                JobRunner.classes(),
                                Threads.class.getName())
                        .env("STRATA_MCA_mpi_jit", null)
                        .run()
                        .ok();
        String all = CpuSet.ofMask(KernelThreads.affinity(0)).toString();
        List<String> lines = result.lines().stream().sorted().toList();
        assertThat(lines).hasSize(2);
        List<String> bound = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            String[] sets = lines.get(rank).split(" ");
            Matcher cpu = Pattern.compile("rank " + rank + ".*cpu ([0-9,]+)").matcher(result.err());
            if (cpu.find()) {
                bound.add(cpu.group(1));
                assertThat(sets[1]).as("main thread").isEqualTo(cpu.group(1));
            } else {
                assertThat(result.err()).contains("rank " + rank + " is not bound");
                assertThat(sets[1]).as("main thread").isEqualTo(all);
            }
            assertThat(sets[4]).as("processors").isEqualTo("" + all.split(",").length);
            assertThat(sets[3]).as("a compiler").isEqualTo(all);
        }
        assertThat(bound).doesNotHaveDuplicates().hasSizeBetween(0, 2);
    }

    @Test
    void twoRanksOnOneCoreMustBeAskedFor() {
        assertThat(
                        mpirun("-np", "1000", "--oversubscribe", "--bind-to", "core", "true")
                                .run()
                                .failed(1)
                                .message())
                .contains("overload-allowed");
        mpirun("-np", "" + (cores() + 1), "--bind-to", "core:overload-allowed", "true").run().ok();
    }

    private static int cores() {
        return topology().cores().size();
    }

    private static int threads() {
        return topology().threads().size();
    }

    private static Topology topology() {
        Path processors = Path.of("/sys/devices/system/cpu");
        return new Topology(processors, () -> CpuSet.ofMask(KernelThreads.affinity(0)));
    }

    @Test
    void nonsenseToBindTo() {
        assertThat(mpirun("--bind-to", "moon", "true").run().failed(1).message()).contains("moon");
        assertThat(mpirun("--bind-to", "core:loosely", "true").run().failed(1).message())
                .contains("loosely");
    }
}
