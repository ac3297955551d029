package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.ess.RankReport;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Whether a rank that reports a standstill is right, by what all ranks answer. */
class StandstillTest {
    private final Map<Integer, RankReport> reports = new TreeMap<>();

    /** Whether ranks that wait have moved between the two inquiries. */
    private boolean moves;

    private long number;

    private void waits(int rank, int needed) {
        WaitState state =
                new WaitState("a message of rank " + needed, "ocean", Needs.ALL, List.of(needed));
        reports.put(
                rank,
                new RankReport(
                        "",
                        false,
                        List.of(new RankReport.Wait("main", 7, "Comm.recv", "Main:1", state))));
    }

    private void computes(int rank) {
        reports.put(rank, new RankReport("is in Comm.iProbe, called at Main:2", false, List.of()));
    }

    private List<String> lines(int size, long seconds) {
        Standstill standstill =
                new Standstill(1, "Rank 1 is full\n  of eels", TimeUnit.SECONDS.toNanos(seconds));
        List<RankProcess> ranks = IntStream.range(0, size).mapToObj(FakeHost::rank).toList();
        return standstill.lines(timeout -> moved(), ranks);
    }

    private Map<Integer, RankReport> moved() {
        if (!moves) {
            return reports;
        }
        Map<Integer, RankReport> all = new TreeMap<>();
        reports.forEach((rank, report) ->
                all.put(
                        rank,
                        new RankReport(
                                report.state(),
                                report.threads(),
                                report.waits().stream()
                                        .map(wait ->
                                                new RankReport.Wait(
                                                        wait.thread(),
                                                        ++number,
                                                        wait.call(),
                                                        wait.caller(),
                                                        wait.state()))
                                        .toList())));
        return all;
    }

    @Test
    void everybodyWaits() {
        waits(0, 1);
        waits(1, 2);
        waits(2, 0);
        assertThat(lines(3, 2))
                .containsExactly(
                        "Rank 1 is full",
                        "  of eels",
                        "",
                        "Rank 1 waits in Comm.recv for a message of rank 2, called at Main:1.",
                        "Every rank that could help it waits, too: the job does not go on.");
    }

    @Test
    void aRankThatPollsWaitsForAnyOther() {
        computes(1);
        waits(0, 1);
        waits(2, 0);
        assertThat(lines(3, 2))
                .contains("Rank 1 is in Comm.iProbe, called at Main:2.")
                .last()
                .asString()
                .startsWith("Every rank");
        computes(2);
        assertThat(lines(3, 2)).isEmpty();
    }

    @Test
    void aRankThatComputesMayHelp() {
        waits(0, 1);
        waits(1, 2);
        computes(2);
        assertThat(lines(3, 2)).isEmpty();
        assertThat(lines(3, 60)).last().asString().contains("60 seconds");
    }

    @Test
    void ranksThatMoveDoNotStandStill() {
        waits(0, 1);
        waits(1, 0);
        moves = true;
        assertThat(lines(2, 2)).isEmpty();
    }
}
