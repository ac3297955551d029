package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.classes;
import static org.strata.tests.system.JobRunner.root;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.launcher.programs.Leaver;
import org.strata.tests.system.launcher.programs.WhereProgram;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Slurm itself on simulated hosts: mpirun inside of its allocations, and ranks that {@code srun}
 * starts. {@code mvn verify -Phosts}, as root; skipped where Slurm or munge is not installed.
 */
@Tag("hosts")
class SlurmTest {
    private static final int HOSTS = 3;
    private static final int SSH_PORT = 22;
    private static final String RANK = "echo $OMPI_COMM_WORLD_RANK $(hostname)";
    private static final String WAIT = "echo up; exec sleep 100";

    private static SimulatedHosts hosts;

    @BeforeAll
    static void up() throws IOException {
        hosts = new SimulatedHosts(HOSTS, SSH_PORT);
        hosts.startSlurm();
    }

    @AfterAll
    static void down() {
        if (hosts != null) {
            hosts.close();
        }
    }

    /** Returns mpirun in an allocation of h1 with three tasks and h2 with one. */
    private static JobRunner mpirun(String... words) {
        List<String> all =
                new ArrayList<>(
                        List.of("salloc", "-Q", "-w", "h1,h2", "-n", "4", "env", TASKS, MPIRUN));
        all.addAll(List.of(words));
        return hosts.on(0, all.toArray(String[]::new));
    }

    private static final String TASKS = "SLURM_TASKS_PER_NODE=3,1";
    private static final String MPIRUN = root() + "/mpirun";

    @Test
    void anAllocationIsFilledByOneDaemonPerNode() {
        String out =
                mpirun("java", "-cp", classes(), WhereProgram.class.getName()).run().ok().text();
        assertThat(out)
                .contains("rank 0 of 4 local 0/3 token 4 sum 6")
                .contains("rank 2 of 4 local 2/3 token 3 sum 6")
                .contains("rank 3 of 4 local 0/1 token 4 sum 6");
        try (var job = mpirun("sh", "-c", WAIT).start()) {
            job.awaitOut(text -> text.lines().count() == 4);
            for (int host = 1; host <= 2; host++) {
                assertThat(hosts.on(host, "pgrep", "-f", "node.[S]tratad").run().ok().lines())
                        .as("daemons on h%d", host)
                        .hasSize(1);
            }
            assertThat(hosts.on(0, "pgrep", "-x", "ssh").run().lines()).isEmpty();
            hosts.on(0, "pkill", "-INT", "-f", "launcher.[M]pirun").run().ok();
            job.await().failed(130);
        }
        hosts.awaitClean();
    }

    @Test
    void ranksSeeTheAllocationButNoTaskOfSlurm() {
        String script = "echo $SLURM_JOB_NUM_NODES $SLURMD_NODENAME; env | grep -c ^SLURM_STEP_";
        Result result = mpirun("-np", "1", "--host", "h2", "sh", "-c", script + "; true").run();
        assertThat(result.ok().lines()).containsExactly("2 h2", "0");
    }

    @Test
    void aBatchJobUsesTheNodeItRunsOnAndTheOthers() throws IOException {
        Path script = hosts.shared().resolve("batch");
        Path out = hosts.shared().resolve("batch.out");
        String job = "'" + MPIRUN + "' sh -c '" + RANK + "'";
        Files.writeString(script, "#!/bin/sh\n" + job + "\necho code $?\n");
        hosts.on(
                        0,
                        "sbatch",
                        "--wait",
                        "-N3",
                        "--ntasks-per-node=2",
                        "-o",
                        out.toString(),
                        script.toString())
                .run()
                .ok();
        assertThat(Files.readAllLines(out))
                .containsExactlyInAnyOrder(
                        "0 h1", "1 h1", "2 h2", "3 h2", "4 h3", "5 h3", "code 0");
        hosts.awaitClean();
    }

    @Test
    void hostsAreChosenFromTheAllocationAndSshMayBeUsedInside() {
        assertThat(mpirun("--host", "h2", "hostname").run().ok().lines()).containsExactly("h2");
        assertThat(mpirun("--host", "h3", "hostname").run().failed(1).message())
                .contains("h3", "is not part of the allocation");
        Result ssh = mpirun("--mca", "plm", "^slurm", "-v", "--host", "h2", "hostname").run().ok();
        assertThat(ssh.lines()).containsExactly("h2");
        assertThat(ssh.err()).contains("starting the daemon on h2").doesNotContain("srun");
        Result none = hosts.mpirun("--mca", "plm", "slurm", "--host", "h2", "true").run().failed(1);
        assertThat(none.message()).contains("not those of an allocation of Slurm");
    }

    @Test
    void whatSrunSaysIsShownWhenNoDaemonStarts() {
        String box =
                mpirun("--mca", "plm_rsh_java", "/nonexistent", "true").run().failed(1).message();
        assertThat(box).contains("h1, h2", "/nonexistent", "plm_rsh_java the java command");
        box = mpirun("--mca", "plm_slurm_args", "--nonsense", "true").run().failed(1).message();
        assertThat(box).contains("could not be started by Slurm", "nonsense", "--mca plm rsh");
        hosts.awaitClean();
    }

    @ParameterizedTest
    @CsvSource({
        "2, sleep 10[0], 137, Rank: 3 Host: h2",
        "2, node.[S]tratad, 1, Host: h2 Ran: rank 3",
        "0, srun --node[s], 1, 'Hosts: h1, h2 Ran: ranks 0-3'",
    })
    void aDeathEndsTheJobWithOneBox(int host, String process, int code, String message) {
        try (var job = mpirun("sh", "-c", WAIT).start()) {
            job.awaitOut(text -> text.lines().count() == 4);
            hosts.on(host, "pkill", "-9", "-f", process).run().ok();
            String box = job.await().failed(code).message();
            assertThat(box).contains(message);
            assertThat(box.split("the job has been ended", -1)).as("one box").hasSize(2);
        }
        hosts.awaitClean();
    }

    @Test
    void theEndOfMpirunEndsAllHosts() {
        try (var job = mpirun("sh", "-c", WAIT).start()) {
            job.awaitOut(text -> text.lines().count() == 4);
            hosts.on(0, "pkill", "-9", "-f", "launcher.[M]pirun").run().ok();
            job.await();
        }
        hosts.awaitClean();
    }

    private static Result srun(String type, String... arguments) {
        List<String> words = new ArrayList<>(List.of("srun", "-K1", "--mpi=" + type, "-N2", "-n4"));
        words.addAll(
                List.of(
                        JobRunner.jdk().resolve("bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        root().resolve("dist/lib/mpi.jar") + ":" + classes(),
                        Leaver.class.getName()));
        words.addAll(List.of(arguments));
        return hosts.on(0, words.toArray(String[]::new)).run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pmi2", "pmix"})
    void tasksOfOneStepAreOneJob(String type) {
        assertThat(srun(type).ok().lines())
                .containsExactlyInAnyOrder(
                        "rank 0 of 4 runs",
                        "rank 1 of 4 runs",
                        "rank 2 of 4 runs",
                        "rank 3 of 4 runs");
    }

    /**
     * Slurm makes 137 of the code of an abort through PMI-2. It kills the ranks, whose files in
     * /dev/shm stay until an mpirun sweeps them.
     */
    @ParameterizedTest
    @CsvSource({"pmi2, 137", "pmix, 7"})
    void aTaskThatAbortsOrIsGoneEndsTheStep(String type, int code) {
        assertThat(srun(type, "abort", "3").failed(code).err()).contains("with error code 7");
        for (String rank : List.of("0", "3")) {
            assertThat(srun(type, "halt", rank).code()).isNotZero();
        }
    }

    @Test
    void aStepWithoutInterfaceIsRefused() {
        Result result = srun("none");
        assertThat(result.code()).isNotZero();
        assertThat(result.err()).contains("--mpi=pmi2");
    }
}
