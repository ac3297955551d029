package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.command;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.testkit.LongRun;
import org.strata.testkit.UsualRows;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;

/**
 * What a user reads when something runs out that a job needs: TMPDIR, descriptors, processes and
 * threads, disks under the ranks' output. /dev/shm has {@link FullSharedMemoryTest}, stack and heap
 * {@link ExhaustionTest}, locked memory {@code OpenibFaultsTest}, files of MPI.File {@code
 * FilesProgram}.
 */
@BesideOthers
class ShortagesTest {
    private static final String JOB = JobRunner.root().resolve("mpirun") + " -np 2 sleep 0";

    private static final String SHOW = "org.strata.tests.system.launcher.programs.Show";

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
    @UsualRows(4)
    @CsvSource(
            delimiter = ';',
            value = {
                "disk; dd if=/dev/zero of=/mnt/full bs=4k 2>/dev/null; /mnt/strata.; TMPDIR",
                "file numbers,nr_inodes=2; :; /mnt/strata.; TMPDIR",
                "file numbers for pipes,nr_inodes=6; :; /mnt/strata.; TMPDIR",
                "descriptors for a session; ulimit -n 18; no file descriptor is left; ulimit -n",
                "descriptors for a sentinel; ulimit -n 20; no file descriptor is left; ulimit -n",
                "descriptors for ranks; ulimit -n 26; no file descriptor is left; ulimit -n"
            })
    void itIsNamedOnce(String what, String script, String place, String hint) {
        JobRunner.assumeLinux(what.contains("pipes"), "named pipes are files");
        String options = what.replaceFirst("[^,]*", "");
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
        assertThat(result.err().lines()).first().asString().startsWith("---");
        assertThat(result.lines()).noneMatch(line -> line.matches("[0-9]+-.*"));
    }

    /**
     * A user without rights and other processes starts a job with ever more threads, of which the
     * job needs about 20: fewer are too few for the JVM of mpirun itself, which then says so.
     */
    @Test
    @LongRun
    void processesAreNamedOnce() {
        String user = "setpriv --reuid=61234 --regid=61234 --clear-groups --inh-caps=-all ";
        Assumptions.assumeTrue(
                command("/bin/sh", "-c", user + JOB).run().code() == 0,
                "becoming a user without rights who can run mpirun needs more rights or other"
                        + " files");
        int named = 0;
        for (int most = 12; most <= 20; most += 2) {
            String limited = user + "prlimit --nproc=" + most + " ";
            Result result = command("/bin/sh", "-c", limited + JOB).run();
            if (result.message().contains("mpirun cannot start the job")) {
                named++;
                assertThat(result.code()).isEqualTo(1);
                assertThat(result.message())
                        .contains("no more processes or threads may be started")
                        .contains("ulimit -u");
                assertThat(result.text()).isEmpty();
                assertThat(result.err().lines().filter(line -> line.matches("-{74}"))).hasSize(2);
            }
        }
        assertThat(named).isPositive();
    }

    /**
     * Processes count by user: this one has another number than that of the test that runs beside.
     * Its JVM, which cannot start, says so on standard output, and not what bounds threads.
     */
    @Test
    void aRankWithoutThreadsNamesThem() {
        String user = "setpriv --reuid=61235 --regid=61235 --clear-groups --inh-caps=-all ";
        String program = " java -cp " + JobRunner.classes() + " " + SHOW;
        Assumptions.assumeTrue(
                command("/bin/sh", "-c", user + JOB).run().code() == 0,
                "becoming a user without rights who can run mpirun needs more rights or other"
                        + " files");
        String job = JobRunner.root().resolve("mpirun") + " -np 2 prlimit --nproc=1" + program;
        Result result = command("/bin/sh", "-c", user + job).run();
        assertThat(result.code()).isEqualTo(1);
        assertThat(result.message())
                .contains("exited with code 1")
                .contains("no more processes or threads may be started on ")
                .contains("ulimit -u bounds those of this user");
    }

    /** A disk that is full is named with the host, whatever the rank is. */
    @Test
    void aDiskThatARankSaysIsFullIsNamed() {
        String job =
                JobRunner.root().resolve("mpirun") + " -np 1 sh -c 'cat /dev/zero > /mnt/full'";
        Result result = run(SMALL.formatted("") + "unset TMPDIR; " + job);
        assertThat(result.message())
                .contains("Rank 0 exited with code 1")
                .contains("the disk is full on ")
                .contains("df -i");
    }

    /** The job's own files are elsewhere: TMPDIR is not what is to be changed. */
    @Test
    void aDiskWithoutFileNumbersUnderTheOutputIsNamed() {
        String job =
                JobRunner.root().resolve("mpirun") + " -np 2 --output-filename /mnt/logs echo x";
        Result result =
                run(SMALL.formatted(",nr_inodes=4") + "unset TMPDIR; " + job + "; echo code $?");
        assertThat(result.lines()).endsWith("code 1");
        assertThat(result.message())
                .contains("/mnt/logs/1/rank.")
                .contains("No space left on device")
                .contains("df -i")
                .contains("--output-filename one for the ranks' output");
    }

    /**
     * A rank with too few descriptors of its own: the JVM makes errors of it that are no
     * exceptions, on the thread that connects to mpirun while MPI.Init waits.
     */
    @Test
    void aRankThatCannotJoinForWantOfDescriptorsNamesThem() {
        Assumptions.assumeTrue(
                command("/bin/sh", "-c", "command -v prlimit").run().code() == 0,
                "prlimit is not installed");
        int named = 0;
        for (int most = 10; most <= 12; most++) {
            String program = " java -cp " + JobRunner.classes() + " " + SHOW;
            String job = " -np 2 prlimit --nofile=" + most + program;
            Result result =
                    command("/bin/sh", "-c", JobRunner.root().resolve("mpirun") + job).run();
            if (result.message().contains("Too many open files")) {
                assertThat(result.code()).isNotZero();
                named += result.message().contains("ulimit -n bounds the descriptors") ? 1 : 0;
            }
        }
        assertThat(named).isPositive();
    }

    /** Each row: where the output goes, and what the message has to name. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "> /mnt/out; standard output",
                "--output-filename /mnt/logs >/dev/null; /mnt/logs/1/rank."
            })
    void aFullDiskUnderTheOutputIsNamedOnce(String where, String place) {
        boolean option = where.startsWith("--");
        String program = " -np 2 %s head -c 100000 /dev/zero %s";
        String job =
                JobRunner.root().resolve("mpirun")
                        + program.formatted(
                                option ? where.substring(0, where.indexOf('>')) : "",
                                where.substring(where.indexOf('>')));
        Result result = run(SMALL.formatted("") + "unset TMPDIR; " + job + "; echo code $? >&2");
        assertThat(result.err()).contains("code 1");
        assertThat(result.message()).contains(place).contains("No space left on device");
        assertThat(result.err().lines().filter(line -> line.contains(place)))
                .hasSizeBetween(1, option ? 2 : 1);
    }
}
