package org.strata.tests.system.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.strata.tests.system.JobRunner.mpirun;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.strata.testkit.LongRun;
import org.strata.tests.system.BesideOthers;
import org.strata.tests.system.JobRunner;
import org.strata.tests.system.JobRunner.Result;
import org.strata.tests.system.JobRunner.Running;
import org.strata.tests.system.Leftovers;
import org.strata.tests.system.LinuxOnly;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What ends a job, and what is left of it: nothing. */
@BesideOthers
class FaultTest {
    @TempDir Path temp;

    private static final String RANK = "org.strata.tests.system.launcher.programs.Rank";

    private Leftovers leftovers;

    @BeforeEach
    void lookAround() {
        leftovers = Leftovers.ofMarkedJobs();
    }

    @AfterEach
    void nothingIsLeft() {
        leftovers.assertNothingNew();
    }

    private JobRunner ranks(int size, String... action) {
        return ranks(size, List.of(), action);
    }

    private JobRunner ranks(int size, List<String> options, String... action) {
        List<String> words = new ArrayList<>(List.of("-np", "" + size));
        words.addAll(options);
        words.addAll(List.of("java", "-cp", leftovers.classes(), RANK));
        words.addAll(List.of(action));
        return mpirun(words.toArray(String[]::new));
    }

    private static long pid(String out, int rank) {
        Matcher matcher = Pattern.compile("up " + rank + " (\\d+)\n").matcher(out);
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    private static boolean allUp(String out, int size) {
        return Pattern.compile("^up .*\n", Pattern.MULTILINE).matcher(out).results().count()
                == size;
    }

    private static int boxes(String err) {
        return (int) err.lines().filter(line -> line.matches("-{74}")).count() / 2;
    }

    @Test
    @LongRun
    void aGoodJob() {
        assertThat(boxes(ranks(3, "finish").run().ok().err())).isZero();
    }

    @Test
    @LongRun
    void aMessageThatNobodyReceivesDoesNotKeepTheJob() {
        Result result = ranks(2, "unreceived").run().ok();
        assertThat(result.err()).contains("rank 0 ends").contains("rank 1 ends");
        assertThat(boxes(result.err())).isZero();
    }

    @Test
    void aRankThatExitsWithACode() {
        Result result = ranks(3, "exit", "1", "5").run().failed(5);
        assertThat(boxes(result.err())).isEqualTo(1);
        assertThat(result.message())
                .contains("Rank 1 exited with code 5")
                .contains("Host: ")
                .contains("Process: " + pid(result.text(), 1))
                .contains("have been ended: 2");
    }

    @Test
    void anExceptionInMain() {
        Result result = ranks(2, "throw", "1").run().failed(1);
        assertThat(result.err()).contains("boom");
        assertThat(result.message()).contains("Rank 1 exited with code 1");
        assertThat(boxes(result.err())).isEqualTo(1);
    }

    @Test
    @LongRun
    void aRankThatLeavesWithoutFinalize() {
        Result result = ranks(2, "leave", "1").run().failed(1);
        assertThat(boxes(result.err())).isEqualTo(1);
        assertThat(result.message())
                .contains("Rank 1 exited without MPI.Finalize")
                .contains("Exit code: 0");
    }

    @Test
    void aRankThatIsKilled() {
        try (Running job = ranks(3, "wait").start()) {
            long victim = pid(job.awaitOut(out -> allUp(out, 3)), 1);
            JobRunner.kill("KILL", victim);
            Result result = job.await().failed(137);
            assertThat(boxes(result.err())).isEqualTo(1);
            assertThat(result.message())
                    .contains("Rank 1 was probably killed by a signal")
                    .contains("Process: " + victim)
                    .contains("137 (128+9: probably SIGKILL)");
        }
    }

    @Test
    void aRankThatIsKilledInACollective() {
        try (Running job = ranks(3, "reduce").start()) {
            long victim = pid(job.awaitOut(out -> allUp(out, 3)), 1);
            JobRunner.kill("KILL", victim);
            Result result = job.await().failed(137);
            assertThat(result.message()).contains("Rank 1 was probably killed by a signal");
        }
    }

    @Test
    @LongRun
    void aRankThatIsTerminated() {
        try (Running job = ranks(2, "wait").start()) {
            JobRunner.kill("TERM", pid(job.awaitOut(out -> allUp(out, 2)), 0));
            assertThat(job.await().failed(143).message())
                    .contains("143 (128+15: probably SIGTERM)");
        }
    }

    @Test
    void abort() {
        Result result = ranks(3, "abort", "2", "265").run().failed(9);
        assertThat(result.message()).contains("Rank 2").contains("MPI_COMM_WORLD").contains("265");
        assertThat(boxes(result.err())).isEqualTo(1);
    }

    @Test
    void aRankThatDoesNotEndWhenAskedTo() {
        try (Running job = ranks(2, "stubborn").start()) {
            long victim = pid(job.awaitOut(out -> out.split("stubborn", -1).length > 2), 1);
            JobRunner.kill("KILL", victim);
            job.await().failed(137);
        }
    }

    @Test
    void aStoppedRankIsNotDead() {
        try (Running job = ranks(2, "sleep", "1", "1000").start()) {
            long rank = pid(job.awaitOut(out -> allUp(out, 2)), 1);
            JobRunner.kill("STOP", rank);
            assertThat(job.handle().isAlive()).isTrue();
            JobRunner.kill("CONT", rank);
            assertThat(job.handle().isAlive()).isTrue();
            job.signal("TERM");
            job.await().failed(143);
        }
    }

    @Test
    void aStoppedRankEndsWithItsJob() {
        try (Running job = ranks(2, "wait").start()) {
            String out = job.awaitOut(text -> allUp(text, 2));
            JobRunner.kill("STOP", pid(out, 0));
            JobRunner.kill("KILL", pid(out, 1));
            assertThat(job.await().failed(137).message()).contains("Rank 1 was probably killed");
        }
    }

    @Test
    void interruptsToMpirun() {
        for (String signal : new String[] {"INT", "TERM", "HUP"}) {
            Assumptions.assumeFalse(
                    signal.equals("HUP") && JobRunner.ignoresHangups(),
                    "SIGHUP is ignored (nohup), and env cannot reset it (coreutils before 8.31)");
            try (Running job = ranks(2, "wait").atMost(30).start()) {
                job.awaitOut(out -> allUp(out, 2));
                job.signal(signal);
                Result result = job.await();
                assertThat(result.code()).isIn(129, 130, 143);
                assertThat(result.err()).contains("got SIG" + signal);
                assertThat(boxes(result.err())).isZero();
            }
        }
    }

    /** A script's background job is born ignoring SIGINT, and can be interrupted all the same. */
    @Test
    @LongRun
    @LinuxOnly("a signal that mpirun was started to ignore is caught")
    void interruptsToMpirunInTheBackground() {
        try (Running job = ignoring("INT TERM").start()) {
            job.awaitOut(out -> allUp(out, 2));
            job.signal("INT");
            assertThat(job.await().failed(130).err()).contains("got SIGINT");
        }
    }

    @Test
    @LongRun
    void nohupHolds() {
        try (Running job = ignoring("HUP").start()) {
            job.awaitOut(out -> allUp(out, 2));
            job.signal("HUP");
            job.signal("TERM");
            assertThat(job.await().failed(143).err()).doesNotContain("SIGHUP");
        }
    }

    /** Two waiting ranks under an mpirun that was started with signals ignored. */
    private JobRunner ignoring(String signals) {
        String mpirun = JobRunner.root().resolve("mpirun").toString();
        String script = "trap '' " + signals + "; exec \"$0\" -np 2 java -cp \"$1\" \"$2\" wait";
        return JobRunner.command("/bin/sh", "-c", script, mpirun, leftovers.classes(), RANK);
    }

    /** The first interrupt alone would let the ranks live for longer than the test waits. */
    @Test
    void theSecondInterruptEndsTheJobAtOnce() {
        List<String> patience = List.of("--mca", "odls_base_sigkill_timeout", "3600");
        try (Running job = ranks(2, patience, "stubborn").atMost(60).start()) {
            job.awaitOut(out -> out.split("stubborn", -1).length > 2);
            job.signal("INT");
            job.awaitErr(err -> err.contains("got SIGINT"));
            job.signal("INT");
            job.await().failed(130);
        }
    }

    @Test
    void mpirunIsKilled() {
        try (Running job = ranks(3, "wait").start()) {
            job.awaitOut(out -> allUp(out, 3));
            job.signal("KILL");
            assertThat(job.await().code()).isEqualTo(137);
        }
    }

    @Test
    @LinuxOnly("the sentinel ends programs that are no ranks")
    void mpirunOfForeignProgramsIsKilled() {
        try (Running job =
                mpirun(
                                "-np",
                                "2",
                                "sh",
                                "-c",
                                "env -i " + leftovers.sleep() + " & echo up; " + leftovers.sleep())
                        .start()) {
            job.awaitOut(out -> allUp(out.replace("up", "up "), 2));
            job.signal("KILL");
            assertThat(job.await().code()).isEqualTo(137);
        }
    }

    @Test
    @LinuxOnly("processes are found by the job in their environment")
    void descendantsEndWithTheirRank() {
        Result result =
                mpirun(
                                "-np",
                                "2",
                                "sh",
                                "-c",
                                "%1$s & (%1$s & %1$s) & sh -c '%1$s &';"
                                                .formatted(leftovers.sleep())
                                        + " [ $OMPI_COMM_WORLD_RANK = 0 ] || exit 3; wait")
                        .run()
                        .failed(3);
        assertThat(result.message()).contains("Rank 1 exited with code 3");
    }

    @Test
    @LinuxOnly("processes are found by the job in their environment")
    void backgroundProcessesOfAGoodJobDoNotOutliveIt() {
        mpirun("-np", "1", "sh", "-c", leftovers.sleep() + " >/dev/null 2>&1 &").run().ok();
    }

    @Test
    @LinuxOnly("a signal of users is passed on")
    void usr1IsPassedOnAndUsr2PrintsAReport() {
        String script =
                "trap 'echo got usr1; exit 0' USR1; trap 'exit 5' USR2; echo up;"
                        + " while :; do sleep 0.05; done";
        try (Running job =
                mpirun("-np", "2", "sh", "-c", script)
                        .env("STRATA_REPORTS", temp.toString())
                        .start()) {
            job.awaitOut(out -> out.split("up", -1).length > 2);
            job.signal("USR2");
            job.awaitErr(err -> err.contains("has not called MPI.Init (process "));
            job.signal("USR1");
            job.awaitOut(out -> out.split("usr1", -1).length > 2);
            job.await().ok();
        }
    }

    @Test
    @LinuxOnly("signals of a terminal are passed on")
    void stopAndContinueReachTheRanks() {
        try (Running job =
                mpirun("-np", "1", "sh", "-c", "echo up 0 $$; exec " + leftovers.sleep()).start()) {
            long rank = pid(job.awaitOut(out -> allUp(out, 1)), 0);
            job.signal("TSTP");
            Leftovers.awaitState(rank, 'T');
            Leftovers.awaitState(job.handle().pid(), 'T');
            job.signal("CONT");
            Leftovers.awaitState(rank, 'S');
            job.signal("TERM");
            job.await().failed(143);
        }
    }

    @Test
    void ranksThatAreMissingInInitAreNamed() {
        try (Running job =
                mpirun(
                                "--mca",
                                "odls_base_init_warning",
                                "0.5",
                                "-np",
                                "1",
                                "java",
                                "-cp",
                                leftovers.classes(),
                                RANK,
                                ":",
                                "-np",
                                "1",
                                "sh",
                                "-c",
                                "exec " + leftovers.sleep())
                        .start()) {
            String err = job.awaitErr(text -> text.contains("MPI.Init"));
            assertThat(err).contains("have not called MPI.Init").contains("1 (pid ");
            job.signal("TERM");
            assertThat(job.await().failed(143).complaints()).doesNotContain("MPI.Init");
        }
    }

    @Test
    void programsWithoutMpiMayExitAnyTime() {
        mpirun("-np", "2", "sh", "-c", "exit 0").run().ok();
        assertThat(mpirun("-np", "2", "sh", "-c", "exit 4").run().failed(4).message())
                .contains("exited with code 4");
    }

    @Test
    void aRankThatCrashes() {
        Result result = mpirun("-np", "1", "sh", "-c", "kill -SEGV $$").run().failed(139);
        assertThat(result.message()).contains("139 (128+11: probably SIGSEGV)");
    }
}
