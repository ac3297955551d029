package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.launcher.host.SignalName;
import org.strata.launcher.job.RankProcess.Life;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class VerdictsTest {
    private static final long NOW = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long LATE = NOW + PATIENCE.toNanos();

    private final Verdicts verdicts = new Verdicts("here");

    private static RankProcess ended(int status, Life life) {
        RankProcess rank = FakeHost.rank(2);
        rank.reached(life);
        rank.exited(status);
        return rank;
    }

    @Test
    void exitCodes() {
        assertThat(verdicts.ofExit(ended(0, Life.STARTED))).isNull();
        assertThat(verdicts.ofExit(ended(0, Life.FINALIZED))).isNull();
        assertThat(verdicts.ofExit(ended(3, Life.FINALIZED)).exitCode()).isEqualTo(3);
        assertThat(verdicts.ofExit(ended(0, Life.INITIALIZED)).exitCode()).isEqualTo(1);
        assertThat(verdicts.ofExit(ended(0, Life.JOINED)).exitCode()).isEqualTo(1);
        assertThat(verdicts.ofExit(ended(137, Life.STARTED)).exitCode()).isEqualTo(137);
        assertThat(verdicts.ofExit(ended(255, Life.STARTED)).exitCode()).isEqualTo(255);
        assertThat(verdicts.ofAbort(1, 0x1ff, "").exitCode()).isEqualTo(0xff);
        assertThat(verdicts.ofTimeout(3).exitCode()).isEqualTo(110);
        assertThat(verdicts.ofInterrupt(SignalName.INT).exitCode()).isEqualTo(130);
    }

    @Test
    void factsOfTheRank() {
        String text = String.join("\n", verdicts.ofExit(ended(137, Life.INITIALIZED)).text());
        assertThat(text)
                .contains(
                        "Rank:       2",
                        "Host:       here",
                        "Process:    " + (FakeHost.FIRST_PID + 2),
                        "137 (128+9: probably SIGKILL)");
        assertThat(String.join("\n", verdicts.ofExit(ended(255, Life.STARTED)).text()))
                .contains("exited with code 255")
                .doesNotContain("signal");
    }

    @Test
    void ranksInRanges() {
        assertThat(Verdicts.ranges(List.of(0, 1, 2, 3, 5, 8, 9))).isEqualTo("0-3, 5, 8-9");
        assertThat(Verdicts.ranges(List.of(7))).isEqualTo("7");
    }

    @Test
    void aRankNeverGoesBack() {
        RankProcess rank = FakeHost.rank(0);
        rank.reached(Life.FINALIZED);
        rank.reached(Life.JOINED);
        assertThat(rank.life()).isEqualTo(Life.FINALIZED);
    }

    @Test
    void theWatchdogNamesRanksThatOthersWaitFor() {
        List<RankProcess> ranks = List.of(FakeHost.rank(0), FakeHost.rank(1), FakeHost.rank(2));
        StartWatchdog watchdog = new StartWatchdog(ranks, PATIENCE);
        ranks.get(2).exited(0);
        assertThat(watchdog.check(NOW - LATE)).isEmpty();
        assertThat(watchdog.nanosLeft(NOW)).isEqualTo(Long.MAX_VALUE);
        ranks.get(1).reached(Life.JOINED);
        assertThat(watchdog.check(NOW)).isEmpty();
        assertThat(watchdog.nanosLeft(NOW)).isEqualTo(PATIENCE.toNanos());
        assertThat(watchdog.check(LATE - 1)).isEmpty();
        assertThat(watchdog.check(LATE).orElseThrow())
                .contains(
                        "after 10 s",
                        "have not called MPI.Init",
                        "0 (pid " + FakeHost.FIRST_PID + "), 2 (exited with 0)");
        assertThat(watchdog.check(LATE)).isEmpty();
        assertThat(watchdog.nanosLeft(LATE)).isEqualTo(Long.MAX_VALUE);
    }

    /** A spawned world is judged by its own age, not by the job's. */
    @Test
    void theWatchdogOfASpawnedWorldStartsWithTheSpawn() {
        List<RankProcess> ranks = new ArrayList<>(List.of(FakeHost.rank(0)));
        ranks.getFirst().reached(Life.INITIALIZED);
        StartWatchdog watchdog = new StartWatchdog(ranks, PATIENCE);
        assertThat(watchdog.check(NOW)).isEmpty();
        ranks.add(new FakeHost(0).process(1, 1));
        ranks.add(new FakeHost(0).process(2, 1));
        assertThat(watchdog.check(LATE)).isEmpty();
        assertThat(watchdog.nanosLeft(LATE)).isEqualTo(PATIENCE.toNanos());
        ranks.get(1).reached(Life.JOINED);
        long later = LATE + PATIENCE.toNanos();
        assertThat(watchdog.check(later - 1)).isEmpty();
        assertThat(watchdog.check(later).orElseThrow())
                .contains("the ranks that spawned them wait for: 2 (pid")
                .doesNotContain("1 (pid");
        assertThat(watchdog.check(later)).isEmpty();
        ranks.add(new FakeHost(0).process(3, 3));
        assertThat(watchdog.check(2 * later)).isEmpty();
        ranks.get(3).reached(Life.INITIALIZED);
        assertThat(watchdog.check(4 * later)).as("it was quick").isEmpty();
    }

    @Test
    void theWatchdogNamesRanksThatHangInInit() {
        List<RankProcess> ranks = List.of(FakeHost.rank(0), FakeHost.rank(1));
        ranks.get(0).reached(Life.INITIALIZED);
        ranks.get(1).reached(Life.JOINED);
        StartWatchdog watchdog = new StartWatchdog(ranks, PATIENCE);
        assertThat(watchdog.check(NOW)).isEmpty();
        assertThat(watchdog.check(LATE).orElseThrow())
                .contains("still inside MPI.Init", "1 (pid " + (FakeHost.FIRST_PID + 1) + ")");
    }

    /** What a rank's end means for the job is said elsewhere. */
    @Test
    void aRankThatHasExitedHangsNowhere() {
        List<RankProcess> ranks = List.of(FakeHost.rank(0), FakeHost.rank(1));
        ranks.get(0).reached(Life.INITIALIZED);
        ranks.get(1).reached(Life.JOINED);
        StartWatchdog watchdog = new StartWatchdog(ranks, PATIENCE);
        assertThat(watchdog.check(NOW)).isEmpty();
        ranks.get(1).exited(0);
        assertThat(watchdog.check(LATE)).isEmpty();
    }

    /** A host with too much to do: all call, wait and leave late, but together. */
    @Test
    void theWatchdogLeavesASlowStartAlone() {
        List<RankProcess> ranks = List.of(FakeHost.rank(0), FakeHost.rank(1));
        StartWatchdog watchdog = new StartWatchdog(ranks, PATIENCE);
        ranks.forEach(rank -> rank.reached(Life.JOINED));
        assertThat(watchdog.check(NOW)).isEmpty();
        assertThat(watchdog.check(LATE)).isEmpty();
        assertThat(watchdog.nanosLeft(LATE)).isEqualTo(Long.MAX_VALUE);
        ranks.get(0).reached(Life.INITIALIZED);
        assertThat(watchdog.check(LATE + 1)).isEmpty();
        assertThat(watchdog.nanosLeft(LATE + 1)).isEqualTo(PATIENCE.toNanos());
        assertThat(watchdog.check(LATE + PATIENCE.toNanos())).isEmpty();
        assertThat(watchdog.check(LATE + 1 + PATIENCE.toNanos()).orElseThrow())
                .contains("still inside MPI.Init");
    }

    @Test
    void theWatchdogSaysNothingOfRanksThatLeaveJustAfterTheFirst() {
        List<RankProcess> ranks = List.of(FakeHost.rank(0), FakeHost.rank(1));
        StartWatchdog watchdog = new StartWatchdog(ranks, PATIENCE);
        ranks.forEach(rank -> rank.reached(Life.JOINED));
        assertThat(watchdog.check(NOW)).isEmpty();
        ranks.get(0).reached(Life.INITIALIZED);
        assertThat(watchdog.check(LATE)).isEmpty();
        ranks.get(1).reached(Life.INITIALIZED);
        assertThat(watchdog.check(2 * LATE)).isEmpty();
    }

    @Test
    void aWatchdogWithoutPatienceSaysNothing() {
        List<RankProcess> ranks = List.of(FakeHost.rank(0), FakeHost.rank(1));
        ranks.get(0).reached(Life.JOINED);
        StartWatchdog watchdog = new StartWatchdog(ranks, Duration.ZERO);
        assertThat(watchdog.check(NOW)).isEmpty();
        assertThat(watchdog.nanosLeft(NOW)).isEqualTo(Long.MAX_VALUE);
        assertThat(watchdog.check(LATE)).isEmpty();
    }

    @Test
    void theWatchdogLeavesOtherProgramsAlone() {
        List<RankProcess> ranks = List.of(FakeHost.rank(0), FakeHost.rank(1));
        StartWatchdog watchdog = new StartWatchdog(ranks, PATIENCE);
        assertThat(watchdog.check(NOW)).isEmpty();
        assertThat(watchdog.check(LATE)).isEmpty();
        ranks.forEach(rank -> rank.reached(Life.INITIALIZED));
        assertThat(watchdog.check(LATE)).isEmpty();
        assertThat(watchdog.check(2 * LATE)).isEmpty();
    }
}
