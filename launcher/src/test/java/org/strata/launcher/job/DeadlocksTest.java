package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.strata.mca.ess.RankReport;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Which ranks are in a deadlock, by what each waits for. */
class DeadlocksTest {
    private final Map<Integer, RankReport> waiting = new TreeMap<>();

    private void waits(int rank, WaitState... states) {
        List<RankReport.Wait> waits =
                List.of(states).stream()
                        .map(state -> new RankReport.Wait("main", 1, "call", "", state))
                        .toList();
        waiting.put(rank, new RankReport("", states.length > 1, waits));
    }

    private static WaitState message(int rank) {
        String what = "a message of rank " + rank + ", tag 1, 8 bytes";
        return new WaitState(what, "MPI_COMM_WORLD", Needs.ALL, List.of(rank));
    }

    private static WaitState any(Integer... ranks) {
        return new WaitState("a message of any rank", "", Needs.ANY, List.of(ranks));
    }

    private static WaitState end() {
        return new WaitState("all ranks to call it", "", Needs.FENCE, List.of());
    }

    private List<String> lines(int size, Integer... ended) {
        return new Deadlocks(size, waiting, Set.of(ended)).lines();
    }

    @Test
    void aCycleIsNamedWithoutThoseThatWaitForIt() {
        waits(0, message(1));
        waits(1, message(2));
        waits(2, message(1));
        assertThat(lines(4))
                .containsExactly(
                        "deadlock: rank 1 waits for a message of rank 2, rank 2 waits for a message"
                                + " of rank 1");
    }

    @Test
    void aRankThatWaitsForItself() {
        waits(0, message(0));
        assertThat(lines(2)).containsExactly("deadlock: rank 0 waits for a message of rank 0");
    }

    @Test
    void twoCycles() {
        waits(0, message(3));
        waits(1, message(2));
        waits(2, message(1));
        waits(3, message(0));
        assertThat(lines(4)).hasSize(2).allMatch(line -> line.startsWith("deadlock: "));
    }

    @Test
    void aRankThatCanActResolvesWhatDependsOnIt() {
        waits(0, message(1));
        waits(1, any(0, 1, 2));
        assertThat(lines(3)).isEmpty();
        waits(2, message(0));
        assertThat(lines(3))
                .containsExactly(
                        "deadlock: rank 0 waits for a message of rank 1, rank 1 waits for a message"
                                + " of any rank");
    }

    @Test
    void dataOnTheirWayAndUnknownWaitsEndByThemselves() {
        waits(0, new WaitState("the data of a message", "", Needs.ALL, List.of()));
        waits(1, message(0));
        waits(2, WaitState.UNKNOWN);
        waits(3, new WaitState("one of two", "", Needs.ANY, List.of()));
        assertThat(lines(4)).isEmpty();
    }

    @Test
    void theEndOfMpiNeedsAllRanks() {
        waits(0, end());
        waits(1, end());
        assertThat(lines(2)).isEmpty();
        assertThat(lines(3)).isEmpty();
        waits(1, message(0));
        assertThat(lines(2))
                .containsExactly(
                        "deadlock: rank 0 waits for rank 1 to call MPI.Finalize, rank 1 waits for"
                                + " a message of rank 0");
    }

    @Test
    void aRankThatHasExitedActsNoMore() {
        waits(0, message(1));
        assertThat(lines(2, 1))
                .containsExactly(
                        "no end of the wait: rank 0 waits for a message of rank 1, which has"
                                + " exited");
    }

    @Test
    void aThreadThatCanGoOnKeepsItsRankOutOfADeadlock() {
        waits(0, message(1), message(2));
        waits(1, message(0));
        assertThat(lines(3)).isEmpty();
        waits(2, message(1));
        assertThat(lines(3))
                .allMatch(line -> line.startsWith("deadlock, unless other threads act: "))
                .isNotEmpty();
    }
}
