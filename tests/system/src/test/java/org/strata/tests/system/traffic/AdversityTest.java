package org.strata.tests.system.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.JobRunner.Running;
import org.strata.tests.system.LinuxOnly;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Jobs that go on while the world around them is hostile. */
@BesideOthers
class AdversityTest {
    private static final long SEED = Long.getLong("seed", 1);
    private static final String[] NO_OPTIONS = {};
    private static final int STOPS = 12;
    private static final int CONNECTIONS = 500;

    /** Of mpirun and three ranks at least. */
    private static final int PORTS = 4;

    @TempDir private Path directory;

    /** The software adapter then has peers move what it cannot reach. */
    @Test
    @LongRun
    void ptraceRefusedToAdapters() {
        String[] words = Transport.OPENIB.words(3, NO_OPTIONS);
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(
                List.of(
                        "java",
                        JobRunner.JVM,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        JobRunner.classes(),
                        UnreadableProgram.class.getName(),
                        "" + SEED,
                        "6",
                        "300000"));
        Result result = JobRunner.mpirun(all.toArray(new String[0])).run().ok();
        assertThat(result.text()).contains("\nok, ");
    }

    @Test
    @LongRun
    @LinuxOnly("the kernel refuses to read a peer's memory")
    void ptraceRefused() {
        Result result =
                JobRunner.mpirun(
                                "-np",
                                "3",
                                "--oversubscribe",
                                "--mca",
                                "btl",
                                "self,shm",
                                "--mca",
                                "btl_shm_single_copy_min",
                                "32k",
                                "java",
                                JobRunner.JVM,
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                JobRunner.classes(),
                                UnreadableProgram.class.getName(),
                                "" + SEED,
                                "10",
                                "300000")
                        .run()
                        .ok();
        assertThat(result.text()).contains("\nok, ");
        assertThat(result.err().lines().filter(line -> line.contains("cannot be read directly")))
                .as("said once per node: %s", result.err())
                .singleElement()
                .asString()
                .contains("errno 1");
    }

    /** Garbage, slow and half-open connections on every port of mpirun and ranks, all the time. */
    @Test
    void intrudersOnEveryPort() throws IOException {
        Path enough = directory.resolve("enough");
        try (Running job = Transport.TCP.job(3, NO_OPTIONS, SEED, 1, 50_000, enough).start()) {
            Intruders intruders = new Intruders(job, SEED);
            intruders.intrude(() ->
                    intruders.ports().size() >= PORTS && intruders.connections() >= CONNECTIONS);
            assertThat(intruders.ports()).hasSizeGreaterThanOrEqualTo(PORTS);
            Files.createFile(enough);
            intruders.intrude(() -> false);
            assertThat(job.await().ok().text()).contains("\nok, ");
        }
    }

    /** Ranks that stand still for a while, in the middle of anything. */
    @ParameterizedTest
    @LongRun
    @EnumSource(names = {"SHM", "TCP", "OPENIB"})
    void stoppedRanks(Transport transport) throws IOException {
        Random random = new Random(SEED);
        Path enough = directory.resolve("enough");
        try (Running job = transport.job(3, NO_OPTIONS, SEED, 1, 50_000, enough).start()) {
            job.awaitOut(out -> out.contains("traffic begins"));
            int stops = 0;
            while (job.inTime()) {
                List<ProcessHandle> ranks = ranks(job);
                if (!ranks.isEmpty() && stop(ranks.get(random.nextInt(ranks.size())), random)) {
                    stops++;
                }
                if (stops == STOPS && !Files.exists(enough)) {
                    Files.createFile(enough);
                }
                LockSupport.parkNanos(50_000_000);
            }
            assertThat(job.await().ok().text()).contains("\nok, ");
            assertThat(stops).isGreaterThanOrEqualTo(STOPS);
        }
    }

    private static List<ProcessHandle> ranks(Running job) {
        return job.handle()
                .descendants()
                .filter(process -> commandLine(process).contains(TrafficProgram.class.getName()))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns whether the process was still there. */
    private static boolean stop(ProcessHandle process, Random random) {
        boolean stopped = signal("STOP", process);
        if (stopped) {
            LockSupport.parkNanos(random.nextLong(300_000_000));
            signal("CONT", process);
        }
        return stopped;
    }

    private static boolean signal(String name, ProcessHandle process) {
        String command = "kill -" + name + " " + process.pid();
        return JobRunner.command("/bin/sh", "-c", command).run().code() == 0;
    }
}
