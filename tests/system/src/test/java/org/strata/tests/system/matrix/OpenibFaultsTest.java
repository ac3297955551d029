package org.strata.tests.system.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.Leftovers;
import org.strata.tests.system.LinuxOnly;

import java.util.ArrayList;
import java.util.List;

/** Long messages over openib while something breaks or is missing; one job of each kind. */
class OpenibFaultsTest {
    private static final String JOB =
            "%s -np 2 --oversubscribe --mca btl self,openib --mca btl_openib_provider soft %s"
                    + " java -cp %s %s 1 1 1000000";

    private final Leftovers leftovers = new Leftovers();

    @AfterEach
    void nothingIsLeft() {
        leftovers.assertNothingNew();
    }

    private static String job(String options) {
        return JOB.formatted(
                JobRunner.root().resolve("mpirun"),
                options,
                JobRunner.classes(),
                BulkProgram.class.getName());
    }

    private static Result shell(String script) {
        return JobRunner.command("/bin/sh", "-c", script).in(JobRunner.root()).run();
    }

    /** One of two links to the peer fails. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource({"device,60,engine,PIPELINE", "port,7,inline,RGET"})
    void messagesSurvive(String fault, int after, String mode, Protocol protocol) {
        MatrixFaultsTest.survives(fault, after, mode, protocol);
    }

    /**
     * Without another link the job ends. Each rank prints at most one error, with the adapter and
     * its event as the reason of all its requests; that no BTL connects the two would not be true.
     */
    @Test
    @LongRun
    void theOnlyAdapterFails() {
        Result result = shell(job("--mca verbs_soft_fault device --mca verbs_soft_fault_after 20"));
        assertThat(result.code()).isNotZero();
        assertThat(result.message())
                .contains("openib(soft0:1): the adapter has failed: DEVICE_FATAL")
                .contains("MPI_ERR_PROC_ABORTED")
                .containsPattern("to rank [01] on \\S+: the connection is lost: ")
                .contains("ended the job")
                .doesNotContain("cannot reach each other");
        List<String> lines = result.err().lines().toList();
        assertThat(lines)
                .filteredOn(line -> line.contains("*** reported by process"))
                .hasSizeBetween(1, 2)
                .doesNotHaveDuplicates();
        assertThat(lines)
                .filteredOn(line -> line.contains("All its connections are lost"))
                .hasSizeBetween(1, 2)
                .doesNotHaveDuplicates();
        assertThat(lines)
                .filteredOn(line -> line.contains("the connection is lost"))
                .hasSizeBetween(1, 2);
    }

    /** An error of the JVM ends the adapter's own thread, for which nobody waits. */
    @Test
    void anErrorInTheAdaptersThreadEndsTheJob() {
        String options =
                "-np 2 --mca btl self,openib --mca verbs_soft_mode engine --mca verbs_soft_fault"
                        + " error java -cp ";
        List<String> words = new ArrayList<>(List.of((options + JobRunner.classes()).split(" ")));
        words.add("org.strata.tests.system.launcher.programs.Pairs");
        Result result = JobRunner.mpirun(words.toArray(String[]::new)).run();
        assertThat(result.code()).isNotZero();
        assertThat(result.message())
                .contains("ended the job: InternalError in the thread strata-soft0 of Strata");
        assertThat(result.err())
                .contains("injected by verbs_soft_fault", "all processes abort now");
    }

    @Test
    void aKilledPeerEndsTheJob() {
        MatrixFaultsTest.endsWithAKilledPeer(Protocol.RPUT);
    }

    @ParameterizedTest
    @CsvSource({
        "btl_openib_rd_num 0, btl_openib_rd_num",
        "'btl_openib_receive_queues P,1024,1,1', 1 receives must be more than the low mark 1"
    })
    void queuesThatCannotWorkAreRefused(String parameter, String message) {
        Result result = shell(job("--mca " + parameter));
        assertThat(result.code()).isNotZero();
        assertThat(result.message()).contains(message);
    }

    /**
     * Where pages cannot be locked the software adapter does without, and says so once for all
     * ranks.
     */
    @Test
    @LinuxOnly("memory is locked")
    void littleMemoryMayBeLocked() {
        String user = "setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all ";
        String limited = user + "prlimit --memlock=65536 ";
        Assumptions.assumeTrue(
                shell(limited + JobRunner.root().resolve("mpirun") + " -np 1 true").code() == 0
                        && shell(limited + "ls " + JobRunner.classes()).code() == 0,
                "becoming a user without rights who can run mpirun needs more rights or other"
                        + " files");
        Result result = shell(limited + job("")).ok();
        assertThat(result.text()).contains("ok, ");
        assertThat(result.message())
                .contains("ulimit -l")
                .contains("does not pin all registered memory")
                .containsOnlyOnce("the system does not lock");
    }

    /** A container's usual /dev/shm. */
    @Test
    @LongRun
    void littleSharedMemory() {
        String mount = "mount -t tmpfs -o size=64m tmpfs /dev/shm";
        Assumptions.assumeTrue(
                shell("unshare -m " + mount).code() == 0,
                "mounting needs rights that this user does not have");
        String script = mount + " && " + job("--mca pml_ob1_rdma_protocol pipeline");
        assertThat(shell("unshare -m /bin/sh -c '" + script + "'").ok().text()).contains("ok, ");
    }
}
