package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

/** Jobs on a host whose /dev/shm is full, or takes no file at all: a tiny one of the test's own. */
@BesideOthers
class FullSharedMemoryTest {
    private static final String JOB =
            JobRunner.root().resolve("mpirun")
                    + " %s -np 2 java -cp "
                    + JobRunner.classes()
                    + " org.strata.tests.system.launcher.programs.Show";

    /** The second rank may be a second behind the first where a core is busy. */
    private static final String SAID_BY_BOTH =
            "Ranks that say so: 0-1 |said the same: ranks [01]: Shared memory is off";

    private static Result withOwnSharedMemory(String options, String script) {
        String mount = "mount -t tmpfs -o " + options + " tmpfs /dev/shm && ";
        return command("unshare", "-m", "/bin/sh", "-c", mount + script).run();
    }

    @BeforeEach
    void mayMount() {
        Assumptions.assumeTrue(
                command("/bin/sh", "-c", "unshare -m mount -t tmpfs tmpfs /dev/shm").run().code()
                        == 0,
                "mounting needs rights that this user does not have");
    }

    @Test
    void otherTransportsDoTheWork() {
        Result result =
                withOwnSharedMemory(
                        "size=64k",
                        "dd if=/dev/zero of=/dev/shm/full bs=64k count=1 2>/dev/null; "
                                + JOB.formatted("")
                                + "; echo $?; ls /dev/shm");
        assertThat(result.lines()).hasSize(4).endsWith("0", "full");
        assertThat(result.message())
                .contains("/dev/shm")
                .containsOnlyOnce("Reason: not enough free space")
                .containsPattern(SAID_BY_BOTH);
    }

    @Test
    void aJobThatCannotDoWithoutEndsWithTheReason() {
        Result result =
                withOwnSharedMemory(
                        "size=64k", JOB.formatted("--mca btl self,shm") + "; ls /dev/shm");
        assertThat(result.lines()).noneMatch(line -> line.startsWith("strata."));
        assertThat(result.message()).contains("/dev/shm");
    }

    /** The report of the job lacks what nobody could write; one line says so. */
    @Test
    void noFileAtAll() {
        Result result =
                withOwnSharedMemory(
                        "size=64k,nr_inodes=1", JOB.formatted("--report") + "; echo $?");
        assertThat(result.lines()).hasSize(3).endsWith("0");
        assertThat(result.message())
                .contains("The report of the job lacks the numbers of some ranks")
                .containsOnlyOnce("/dev/shm: No space left on device")
                .contains("ranks 0-1: host", "left no numbers");
    }

    /**
     * More than there is room for: some have other memory, and nobody dies of a page that is none.
     */
    @Test
    @LongRun
    void longBuffersOfAllRanks() {
        String job =
                JobRunner.root().resolve("mpirun")
                        + " -np 6 --oversubscribe java -cp "
                        + JobRunner.classes()
                        + " org.strata.tests.system.launcher.programs.LongBuffers";
        assertThat(withOwnSharedMemory("size=200m", job).ok().lines())
                .hasSize(6)
                .containsOnly("right");
    }

    /** Docker's default. */
    @Test
    @LongRun
    void aSmallOneIsEnoughForCollectives() {
        String job =
                JobRunner.root().resolve("mpirun")
                        + " -np 4 --oversubscribe java -cp "
                        + JobRunner.classes()
                        + " org.strata.tests.system.launcher.programs.Pairs";
        Result result = withOwnSharedMemory("size=64m", job).ok();
        assertThat(result.lines()).hasSize(4).containsOnly("sum 2");
        result.quiet();
    }

    /**
     * Two communicators without room, and that of all ranks, each with a first member of its own.
     */
    @Test
    void collectivesWithoutRoomAreToldOnce() {
        String job =
                // The profile "plain" switches them off.
                "env -u OMPI_MCA_coll "
                        + JobRunner.root().resolve("mpirun")
                        + " -np 4 --oversubscribe java -cp "
                        + JobRunner.classes()
                        + " org.strata.tests.system.launcher.programs.Pairs";
        Result result = withOwnSharedMemory("size=64k", job).ok();
        assertThat(result.lines()).hasSize(4).containsOnly("sum 2");
        assertThat(result.message())
                .containsOnlyOnce("Further communicators are not reported")
                .containsOnlyOnce("Reason: not enough free space")
                .contains("mpool_shared_backing_directory");
    }
}
