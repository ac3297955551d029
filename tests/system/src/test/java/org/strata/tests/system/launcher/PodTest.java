package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;

import java.util.ArrayList;
import java.util.List;

/**
 * A restricted pod: a user of its own without capabilities, a root file system that must not be
 * written to, no network but the loopback, processes of the pod alone, memory for /tmp.
 */
@BesideOthers
class PodTest {
    private static final List<String> POD =
            List.of(
                    "bwrap",
                    "--unshare-all",
                    "--uid",
                    "1000",
                    "--gid",
                    "1000",
                    "--cap-drop",
                    "ALL",
                    "--ro-bind",
                    "/",
                    "/",
                    "--tmpfs",
                    "/tmp",
                    "--proc",
                    "/proc",
                    "--dev",
                    "/dev");

    /**
     * With memory on /dev/shm as {@code emptyDir{medium: Memory}}, and where it may be read only.
     */
    @ParameterizedTest
    @UsualRows(1)
    @ValueSource(strings = {"", "--remount-ro /dev/shm"})
    void runsAJobOfFourRanks(String more) {
        List<String> pod = new ArrayList<>(POD);
        // A checkout may lie in /tmp.
        String root = JobRunner.root().toString();
        pod.addAll(List.of("--ro-bind", root, root));
        if (!more.isEmpty()) {
            pod.addAll(List.of("--tmpfs", "/dev/shm"));
            pod.addAll(List.of(more.split(" ", -1)));
        }
        pod.addAll(List.of("--chdir", "/", "--"));
        Assumptions.assumeTrue(works(pod), "bubblewrap is missing, or may not make a pod here");
        pod.addAll(
                List.of(
                        JobRunner.root().resolve("dist/bin/mpirun").toString(),
                        "-np",
                        "4",
                        "java",
                        "-cp",
                        JobRunner.classes(),
                        "org.strata.tests.system.launcher.programs.Everywhere",
                        "/tmp"));
        JobRunner.Result result =
                command(pod.toArray(String[]::new)).env("TMPDIR", null).run().ok();
        assertThat(result.lines()).containsExactly("all right");
    }

    private static boolean works(List<String> pod) {
        List<String> probe = new ArrayList<>(pod);
        probe.add("/bin/true");
        return command("/bin/sh", "-c", String.join(" ", probe)).run().code() == 0;
    }
}
