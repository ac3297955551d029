package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.strata.launcher.job.RankProcess.Life;
import org.strata.mca.base.Shortage;

import java.util.List;

/** What a user reads when a job has been ended, and mpirun's exit code. */
class VerdictTextsTest {
    private final Verdicts verdicts = new Verdicts(rank -> rank < 2 ? "h1" : "h2");

    private static RankProcess ended(int rank, int first, int status, Life life) {
        RankProcess process = new FakeHost(0).process(rank, first);
        process.reached(life);
        process.exited(status);
        return process;
    }

    private static RankProcess ended(int rank, int status) {
        return ended(rank, 0, status, Life.STARTED);
    }

    @Test
    void aRankThatExits() {
        Outcome outcome = verdicts.ofExit(ended(2, 7));
        assertThat(outcome)
                .isEqualTo(
                        new Outcome(
                                7,
                                2,
                                List.of(
                                        "Rank 2 exited with code 7; the job has been ended.",
                                        "",
                                        "  Rank:       2",
                                        "  Host:       h2",
                                        "  Process:    " + (FakeHost.FIRST_PID + 2),
                                        "  Exit code:  7")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "137 | 137 (128+9: probably SIGKILL); perhaps the system ran out of memory, see"
                        + " dmesg",
                "139 | 139 (128+11: probably SIGSEGV); a crash, see hs_err_pid*.log in its working"
                        + " directory",
                "134 | 134 (128+6: probably SIGABRT); a crash, see hs_err_pid*.log in its working"
                        + " directory",
                "135 | 135 (128+7: probably SIGBUS); a crash, see hs_err_pid*.log in its working"
                        + " directory",
                "132 | 132 (128+4: probably SIGILL); a crash, see hs_err_pid*.log in its working"
                        + " directory",
                "143 | 143 (128+15: probably SIGTERM)",
                "129 | 129 (128+1: probably SIGHUP)",
                "159 | 159 (128+31: probably SIGSYS)",
            })
    void aRankThatASignalKills(int status, String code) {
        Outcome outcome = verdicts.ofExit(ended(0, status));
        assertThat(outcome.exitCode()).isEqualTo(status);
        assertThat(outcome.text())
                .startsWith("Rank 0 was probably killed by a signal; the job has been ended.")
                .endsWith("  Exit code:  " + code);
    }

    /** 128 is no signal, and there is none with number 32. */
    @ParameterizedTest
    @CsvSource({"128", "160", "255", "1"})
    void codesThatAreNoSignals(int status) {
        Outcome outcome = verdicts.ofExit(ended(0, status));
        assertThat(outcome.exitCode()).isEqualTo(status);
        assertThat(outcome.text())
                .startsWith("Rank 0 exited with code " + status + "; the job has been ended.")
                .endsWith("  Exit code:  " + status);
    }

    @ParameterizedTest
    @CsvSource({
        "STARTED, 3, 'without MPI.Init, which the ranks that spawned it wait for'",
        "JOINED, 0, inside MPI.Init",
        "INITIALIZED, 0, without MPI.Finalize",
    })
    void aRankThatLeavesTheMiddleOfMpi(Life life, int first, String where) {
        Outcome outcome = verdicts.ofExit(ended(4, first, 0, life));
        assertThat(outcome.exitCode()).isEqualTo(1);
        assertThat(outcome.text())
                .startsWith("Rank 4 exited " + where + "; the job has been ended.")
                .contains(
                        first == 0
                                ? "  Rank:       4"
                                : "  Rank:       4 (rank 1 of a spawned world)")
                .contains("  Exit code:  0")
                .endsWith(
                        "A rank that has called MPI.Init must call MPI.Finalize before it exits:"
                                + " others may be waiting for it.");
    }

    @Test
    void ranksThatEndAlike() {
        List<RankProcess> alike = List.of(ended(3, 137), ended(0, 137), ended(1, 137));
        assertThat(verdicts.ofExits(alike))
                .isEqualTo(
                        new Outcome(
                                137,
                                0,
                                List.of(
                                        "Ranks 0-1, 3 exited with code 137; the job has been"
                                                + " ended.",
                                        "",
                                        "  Ranks:      0-1, 3",
                                        "  Host:       h1, h2",
                                        "  Exit code:  137 (128+9: probably SIGKILL)")));
        assertThat(verdicts.ofExits(List.of(ended(3, 7)))).isEqualTo(verdicts.ofExit(ended(3, 7)));
    }

    @Test
    void ranksThatEndAlikeLater() {
        Outcome first = new Outcome(7, 2, List.of("box"));
        assertThat(Verdicts.withLater(first, List.of())).isEqualTo(first);
        assertThat(Verdicts.withLater(first, List.of(ended(5, 7))))
                .isEqualTo(
                        new Outcome(
                                7, 2, List.of("box", "", "Rank 5 has exited with the same code.")));
        assertThat(Verdicts.withLater(first, List.of(ended(5, 7), ended(1, 7), ended(0, 7))).text())
                .endsWith("Ranks 0-1, 5 have exited with the same code.");
    }

    @Test
    void hostsThatAreLost() {
        assertThat(Verdicts.ofLostHosts(List.of("h1"), List.of(2), "silence"))
                .isEqualTo(
                        new Outcome(
                                1,
                                -1,
                                List.of(
                                        "The daemon on host h1 has been lost; the job has been"
                                                + " ended.",
                                        "",
                                        "  Host:    h1",
                                        "  Ran:     rank 2",
                                        "  Reason:  silence")));
        assertThat(Verdicts.ofLostHosts(List.of("h1", "h2"), List.of(2, 3, 5), "silence").text())
                .containsExactly(
                        "The daemons on hosts h1, h2 have been lost; the job has been ended.",
                        "",
                        "  Hosts:   h1, h2",
                        "  Ran:     ranks 2-3, 5",
                        "  Reason:  silence");
        assertThat(Verdicts.ofLostHosts(List.of("h1"), List.of(), "silence").text())
                .contains("  Ran:     no ranks");
    }

    /** As with a process, the low eight bits of the code are mpirun's. */
    @Test
    void aRankThatAborts() {
        assertThat(verdicts.ofAbort(2, 0x1_07, ""))
                .isEqualTo(
                        new Outcome(
                                7,
                                2,
                                List.of(
                                        "Rank 2 on h2 called MPI_Abort with code 263; the job has"
                                                + " been ended.")));
        assertThat(verdicts.ofAbort(2, -1, "why").exitCode()).isEqualTo(255);
        assertThat(verdicts.ofAbort(2, -1, "why").text()).containsExactly("why");
    }

    @Test
    void theReasonIsNamedOnce() {
        Outcome box = new Outcome(1, 0, List.of("box"));
        Outcome explained = Verdicts.ranOut(box, Shortage.HEAP, "h1");
        assertThat(explained.exitCode()).isEqualTo(1);
        assertThat(explained.text())
                .containsExactly(
                        "box",
                        "",
                        "Its output names a reason: " + Shortage.HEAP.what() + " on h1.",
                        Shortage.HEAP.bound());
        assertThat(Verdicts.ranOut(explained, Shortage.HEAP, "h2")).isEqualTo(explained);
    }

    @Test
    void timeIsUp() {
        assertThat(verdicts.ofTimeout(5))
                .isEqualTo(
                        new Outcome(
                                110,
                                -1,
                                List.of(
                                        "The job has run longer than the 5 s of --timeout or"
                                                + " MPIEXEC_TIMEOUT; it has been ended.")));
    }

    /** A program whose ranks all say something else would fill the terminal, and the memory. */
    @Test
    void sixteenComplaintsAreKept() {
        AbortLog log = new AbortLog();
        for (int rank = 0; rank < 17; rank++) {
            log.add(rank, "Rank " + rank + " says " + rank, "");
        }
        log.add(17, "Rank 17 says 3", "");
        assertThat(log.sentences()).hasSize(16).contains("Ranks 3, 17 says 3");
        assertThat(log.ranks()).contains(15, 17).doesNotContain(16);
    }

    /** The brackets of details name the rank; a message that names no rank gets its ranks. */
    @Test
    void complaintsThatDifferInTheirNamesOnly() {
        AbortLog log = new AbortLog();
        log.add(10, "Rank 10 lost rank 1.", "[h1:7] *** a\n");
        log.add(1, "Rank 1 lost rank 1.", "[h2:8] *** a\n");
        log.add(2, "Rank 2 lost rank 1.", "[h2:9] *** b\n");
        log.add(3, "no rank of mine", "\033x\n");
        log.add(4, "no rank of mine", "\033x\n");
        assertThat(log.sentences())
                .containsExactly(
                        "Ranks 1, 10 lost rank 1.",
                        "Rank 2 lost rank 1.",
                        "no rank of mine (Ranks 3-4)");
        assertThat(log.details()).isEqualTo("[h1:7] *** a\n[h2:9] *** b\n\\u001bx\n");
    }
}
