package org.strata.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who starts whose daemon. */
class StartTreeTest {
    /** The rounds are logins in a row. */
    @ParameterizedTest
    @CsvSource({"1,2,1", "2,2,1", "16,2,4", "31,32,1", "33,32,2", "1000,32,2", "5,1,5"})
    void everyNodeIsStartedOnceByAParentThatRuns(int nodes, int radix, int rounds) {
        StartTree tree = new StartTree(nodes, radix);
        Map<Integer, Integer> children = new HashMap<>();
        List<Integer> running = new ArrayList<>(List.of(StartTree.ROOT));
        int round = 0;
        List<StartTree.Start> starts = tree.next();
        while (!starts.isEmpty()) {
            round++;
            for (StartTree.Start start : starts) {
                assertThat(running).contains(start.parent()).doesNotContain(start.node());
                assertThat(tree.parent(start.node())).isEqualTo(start.parent());
                children.merge(start.parent(), 1, Integer::sum);
            }
            for (StartTree.Start start : starts) {
                running.add(start.node());
                tree.runs(start.node());
            }
            starts = tree.next();
        }
        assertThat(running).hasSize(nodes + 1);
        assertThat(children.values()).allMatch(count -> count <= radix);
        assertThat(round).isEqualTo(rounds);
    }

    @Test
    void nobodyStartsAnythingBeforeItRuns() {
        StartTree tree = new StartTree(4, 1);
        assertThat(tree.next()).containsExactly(new StartTree.Start(StartTree.ROOT, 1));
        assertThat(tree.next()).isEmpty();
        tree.runs(1);
        assertThat(tree.next()).containsExactly(new StartTree.Start(1, 2));
    }
}
