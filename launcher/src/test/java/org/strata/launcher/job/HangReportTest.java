package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.strata.mca.ess.RankReport;
import org.strata.mca.ess.RankReport.Wait;
import org.strata.opal.progress.Completion.WaitState;
import org.strata.opal.progress.Completion.WaitState.Arrived;
import org.strata.opal.progress.Completion.WaitState.Needs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Reports of jobs whose ranks wait: what they say, and how long they are. */
class HangReportTest {
    private static final String MAIN = "Ring.main(Ring.java:7)";

    @TempDir Path temp;

    private static RankReport waiting(int number, String call, WaitState... states) {
        List<Wait> waits = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            waits.add(new Wait("worker-" + i, number + i, call, MAIN, states[i]));
        }
        return new RankReport("", states.length > 1, waits);
    }

    private static WaitState of(int sender, Arrived... arrived) {
        return new WaitState(
                "a message of rank " + sender + ", tag 7, 4 bytes",
                "",
                Needs.ALL,
                List.of(sender),
                List.of(arrived));
    }

    private static List<String> lines(Map<Integer, RankReport> answers) throws Exception {
        List<RankProcess> ranks =
                IntStream.range(0, answers.size()).mapToObj(FakeHost::rank).toList();
        StateReport report = new StateReport(timeout -> answers, running -> Map.of());
        return report.of(ranks, "8512-ab").lines();
    }

    @Test
    void ranksWithTheSameWaitShareALine() throws Exception {
        Map<Integer, RankReport> answers = new TreeMap<>();
        answers.put(0, waiting(1, "MPI.COMM_WORLD.recv", of(1, new Arrived(1, 8, 4, 2))));
        answers.put(1, waiting(1, "MPI.COMM_WORLD.barrier", of(0)));
        answers.put(2, waiting(1, "MPI.COMM_WORLD.barrier", of(0)));
        answers.put(3, new RankReport("is not in an MPI call", false, List.of()));
        answers.put(4, waiting(1, "MPI.COMM_WORLD.barrier", of(0)));
        String busy = "is in Comm.iProbe, called at Main.main(Main.java:2)";
        answers.put(5, new RankReport(busy, false, List.of()));
        List<String> lines = lines(answers);
        assertThat(lines.getFirst())
                .isEqualTo("job 8512-ab: ranks 0-1 wait for each other and cannot go on");
        assertThat(lines.stream().map(line -> line.replaceAll(" {2,}", "|")))
                .contains(
                        "|rank|in|waits for|at",
                        "|0|MPI.COMM_WORLD.recv|a message of rank 1, tag 7, 4 bytes|" + MAIN,
                        "|1-2,4|MPI.COMM_WORLD.barrier|a message of rank 0, tag 7, 4 bytes|" + MAIN,
                        "|3|is not in an MPI call",
                        "|5|Comm.iProbe|Main.main(Main.java:2)",
                        "deadlock: rank 0 waits for a message of rank 1, rank 1 waits for a message"
                                + " of rank 0",
                        "arrived, and not received: at rank 0, of rank 1: 2 messages, tag 8, 4"
                                + " bytes; it waits for a message of rank 1, tag 7, 4 bytes");
        int column = lines.get(1).indexOf("at");
        assertThat(lines.subList(2, 4)).allMatch(line -> line.indexOf(MAIN) == column);
    }

    /** A ring in which each waits for its neighbour, many pairs, or waits that all differ. */
    @ParameterizedTest
    @ValueSource(ints = {8, 1000})
    void theLengthIsBounded(int size) throws Exception {
        Map<Integer, RankReport> ring = new TreeMap<>();
        Map<Integer, RankReport> pairs = new TreeMap<>();
        Map<Integer, RankReport> calls = new TreeMap<>();
        for (int rank = 0; rank < size; rank++) {
            int next = (rank + 1) % size;
            Arrived[] arrived = {new Arrived(next, 1, 1, 1), new Arrived(next, 2, 1, 1)};
            ring.put(rank, waiting(rank, "MPI.COMM_WORLD.recv", of(next, arrived)));
            pairs.put(rank, waiting(rank, "MPI.COMM_WORLD.recv", of(rank ^ 1, arrived)));
            calls.put(rank, waiting(rank, "Comm.call" + rank, of(rank ^ 1), of(next), of(next)));
        }
        for (Map<Integer, RankReport> answers : List.of(ring, pairs, calls)) {
            List<String> lines = lines(answers);
            // One more says where the stacks are.
            assertThat(lines).hasSizeLessThan(25);
            assertThat(lines).allMatch(line -> line.length() < 600);
        }
        assertThat(lines(ring).getFirst())
                .contains("ranks 0-" + (size - 1) + " wait for each other and cannot go on");
        if (size == 1000) {
            assertThat(lines(ring))
                    .anyMatch(line -> line.contains("0-999") && line.contains("another rank"))
                    .anyMatch(line -> line.contains("... (1000 ranks), rank 999 waits for"));
            assertThat(lines(pairs)).contains("and 497 more deadlocks");
            assertThat(lines(calls)).anyMatch(line -> line.matches("  and \\d+ other waits, .*"));
        }
    }

    @Test
    void numbersAsRanges() {
        assertThat(HangReport.ranges(List.of(3, 1, 2, 7))).isEqualTo("1-3,7");
        List<Integer> odd = IntStream.range(0, 30).map(i -> 2 * i + 1).boxed().toList();
        assertThat(HangReport.ranges(odd)).isEqualTo("1,3,5,7,9,11,13,15,... (30)");
        assertThat(HangReport.ranges(Collections.nCopies(3, 5))).isEqualTo("5");
    }

    @Test
    void stacksAreInAFileWhichMayLieElsewhere() throws IOException {
        Path absent = temp.resolve("absent");
        assertThat(new StackFile(temp, absent, "j").write(List.of("a"), 2))
                .isEqualTo("stacks: " + temp.resolve("strata-j-stacks.txt") + " (ranks: 2)");
        assertThat(new StackFile(absent, temp, "k").write(List.of("b"), 1))
                .contains(temp + "/strata-k-stacks.txt");
        assertThat(Files.readString(temp.resolve("strata-k-stacks.txt"))).isEqualTo("b\n");
        assertThat(new StackFile(absent, absent, "l").write(List.of("b"), 1))
                .contains("no file can be written", "absent/strata-l-stacks.txt");
    }
}
