package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

/** What a user reads when something runs out that a job needs in order to start. */
class ShortagesTest {
    private static final String JOB = JobRunner.root().resolve("mpirun") + " -np 2 sleep 0";

    /** A directory for temporary files of the test's own, of 64 KiB. */
    private static final String SMALL =
            "mount -t tmpfs -o size=64k%s tmpfs /mnt && export TMPDIR=/mnt && ";

    private static Result run(String script) {
        Result result = command("unshare", "-m", "/bin/sh", "-c", script).run();
        Assumptions.assumeFalse(
                result.err().contains("unshare:") || result.err().contains("mount:"),
                "mounting needs rights that this user does not have");
        return result;
    }

    /**
     * Each row: what runs out, the script's beginning, what the message has to name. Nothing may be
     * left, and there is one box.
     */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "disk; dd if=/dev/zero of=/mnt/full bs=4k 2>/dev/null; /mnt/strata.; TMPDIR",
                "file numbers; :; /mnt/strata.; TMPDIR",
                "descriptors; ulimit -n 20; Too many open files; ulimit -n"
            })
    void itIsNamedOnce(String what, String script, String place, String hint) {
        String options = what.equals("file numbers") ? ",nr_inodes=2" : "";
        Result result =
                run(
                        SMALL.formatted(options)
                                + script
                                + "; "
                                + JOB
                                + "; echo code $?; ls /mnt/strata.*");
        assertThat(result.lines()).contains("code 1");
        assertThat(result.message())
                .contains(place)
                .contains(hint)
                .contains("mpirun cannot start the job")
                .doesNotContain("helper");
        assertThat(result.err().lines().filter(line -> line.matches("-{74}"))).hasSize(2);
        assertThat(result.lines()).noneMatch(line -> line.matches("[0-9]+-.*"));
    }
}
