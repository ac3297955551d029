package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

/** What a user reads when something runs out that a spawned world needs. */
@BesideOthers
class SpawnShortagesTest {
    /** Processes count by user: one for the row that bounds mpirun's, another for all others. */
    private static final String BOUNDED =
            "setpriv --reuid=61236 --regid=61236 --clear-groups --inh-caps=-all ";

    private static final String USER =
            "setpriv --reuid=61237 --regid=61237 --clear-groups --inh-caps=-all ";

    private static final String PROGRAM =
            " java -cp "
                    + JobRunner.classes()
                    + " org.strata.tests.system.launcher.programs.SpawnsCommand ";

    private static final String JOB =
            JobRunner.root().resolve("mpirun") + " --oversubscribe -np 1" + PROGRAM;

    private static final String RULE = "-{74}";

    private static Result run(String script) {
        Result result = command("unshare", "-m", "/bin/sh", "-c", script).run();
        Assumptions.assumeFalse(
                result.err().matches("(?s).*(unshare|mount|setpriv|prlimit):.*"),
                "limits and mounts need rights that this user does not have");
        return result;
    }

    /** Each row: the limit of mpirun, what has run out, what bounds it. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource(
            delimiter = ';',
            value = {
                "prlimit --nofile=40; no file descriptor is left; ulimit -n",
                BOUNDED + "prlimit --nproc=70; no more processes or threads; ulimit -u",
                "mount -t tmpfs -o size=2m,nr_inodes=10 tmpfs /mnt && export TMPDIR=/mnt &&"
                        + "; the disk is full; /mnt/strata.0/"
            })
    void whatMpirunHasTooLittleOfIsNamedOnce(String limit, String what, String hint) {
        JobRunner.assumeLinux(limit.contains("nr_inodes"), "named pipes are files");
        Result result = run(limit + " " + JOB + "20 sleep 100; echo code $?; ls /mnt/strata.0/");
        String failed = "mpirun cannot start a process that rank 0 spawns: ";
        assertThat(result.text()).contains("refused: ", failed, what);
        assertThat(result.lines()).contains("code 1").noneMatch(line -> line.matches("[0-9]+-.*"));
        assertThat(result.message())
                .contains(failed, what, hint)
                .doesNotContain("helper", "cannot start the job");
        assertThat(result.err().lines().filter(line -> line.matches(RULE))).hasSize(2);
        assertThat(result.err().lines()).first().asString().matches(RULE);
    }

    /** Each row: what a spawned process is started by, what has run out, what bounds it. */
    @ParameterizedTest
    @UsualRows(1)
    @CsvSource(
            delimiter = ';',
            value = {
                "prlimit --nofile=11; no file descriptor is left; ulimit -n",
                "prlimit --nproc=1; no more processes or threads; ulimit -u",
                "prlimit --as=600000000; no memory is left; ulimit -v"
            })
    void whatASpawnedRankHasTooLittleOfIsNamed(String limit, String what, String hint) {
        Result result = run(USER + JOB + "1 " + limit + PROGRAM + "; echo code $?");
        assertThat(result.text()).contains("code 1").doesNotContain("spawned");
        assertThat(result.message())
                .contains("Rank 1 exited with code 1", "(rank 0 of a spawned world)", what, hint);
        assertThat(result.err().lines().filter(line -> line.matches(RULE))).hasSize(2);
    }

    /** Each row: what is too small; the peers are reached by the next BTL. */
    @ParameterizedTest
    @LongRun
    @CsvSource({"size=100k", "nr_inodes=8"})
    void fullSharedMemoryIsNamed(String limit) {
        String mount = "mount -t tmpfs -o " + limit + " tmpfs /dev/shm && ";
        Result result = run(mount + JOB + "10" + PROGRAM);
        assertThat(result.ok().text()).isEqualTo("spawned\n");
        assertThat(result.err().lines().filter(line -> line.startsWith("  Reason: "))).hasSize(1);
        assertThat(result.err()).contains("/dev/shm/strata.");
    }
}
