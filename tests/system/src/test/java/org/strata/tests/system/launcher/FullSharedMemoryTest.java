package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

/** Jobs on a host whose /dev/shm is full, or takes no file at all: a tiny one of the test's own. */
class FullSharedMemoryTest {
    private static final String JOB =
            JobRunner.root().resolve("mpirun")
                    + " %s -np 2 java -cp "
                    + JobRunner.classes()
                    + " org.strata.tests.system.launcher.programs.Show";

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
                .contains("Ranks that say so: 0-1")
                .containsOnlyOnce("Shared memory is off");
    }

    @Test
    void aJobThatCannotDoWithoutEndsWithTheReason() {
        Result result =
                withOwnSharedMemory(
                        "size=64k", JOB.formatted("--mca btl self,shm") + "; ls /dev/shm");
        assertThat(result.lines()).noneMatch(line -> line.startsWith("strata."));
        assertThat(result.message()).contains("/dev/shm");
    }

    @Test
    void noFileAtAll() {
        Result result =
                withOwnSharedMemory("size=64k,nr_inodes=1", JOB.formatted("") + "; echo $?");
        assertThat(result.lines()).hasSize(3).endsWith("0");
    }
}
