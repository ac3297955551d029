package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Tunable;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What the constants of algorithms declare. */
class AlgorithmsTest {
    /** Open MPI 5.0's names in the order of their numbers, from 1; longer than what is here. */
    private static final Map<String, String> OPEN_MPI =
            Map.ofEntries(
                    Map.entry(
                            "allgather",
                            "linear bruck recursive_doubling ring neighbor two_proc sparbit"),
                    Map.entry("allgatherv", "default bruck ring neighbor two_proc sparbit"),
                    Map.entry(
                            "allreduce",
                            "basic_linear nonoverlapping recursive_doubling ring segmented_ring"
                                    + " rabenseifner allgather_reduce"),
                    Map.entry("alltoall", "linear pairwise modified_bruck linear_sync two_proc"),
                    Map.entry("alltoallv", "basic_linear pairwise"),
                    Map.entry(
                            "barrier", "linear double_ring recursive_doubling bruck two_proc tree"),
                    Map.entry(
                            "bcast",
                            "basic_linear chain pipeline split_binary binary binomial knomial"
                                    + " scatter_allgather scatter_allgather_ring"),
                    Map.entry("exscan", "linear recursive_doubling"),
                    Map.entry("gather", "basic_linear binomial linear_sync"),
                    Map.entry(
                            "reduce",
                            "linear chain pipeline binary binomial in-order_binary rabenseifner"),
                    Map.entry("reduce_scatter", "non-overlapping recursive_halving ring butterfly"),
                    Map.entry(
                            "reduce_scatter_block",
                            "basic_linear recursive_doubling recursive_halving butterfly"),
                    Map.entry("scan", "linear recursive_doubling"),
                    Map.entry("scatter", "basic_linear binomial linear_nb"));

    static List<Collective<?>> collectives() {
        return Collective.ALL;
    }

    @ParameterizedTest
    @MethodSource("collectives")
    void numbersAreOpenMpis(Collective<?> collective) {
        List<String> names = List.of(OPEN_MPI.get(collective.label()).split(" "));
        for (Algorithm<?> algorithm : collective.algorithms()) {
            int number = algorithm.entry().number();
            if (number == Algorithm.OWN) {
                assertThat(names).doesNotContain(algorithm.label());
            } else {
                assertThat(names.get(number - 1)).isEqualTo(algorithm.label());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("collectives")
    void everyAlgorithmIsExplainedAndReadsAtMostOneKindOfFanout(Collective<?> collective) {
        for (Algorithm<?> algorithm : collective.algorithms()) {
            assertThat(algorithm.entry().help()).matches("\\p{Lu}.{20,}\\.");
            assertThat(algorithm.entry().tunables().stream().filter(t -> t != Tunable.SEGMENT))
                    .hasSizeLessThan(2);
        }
    }

    @ParameterizedTest
    @MethodSource("collectives")
    void aCollectiveHasTheSettingsOfItsAlgorithms(Collective<?> collective) {
        Set<Tunable> read =
                collective.algorithms().stream()
                        .flatMap(a -> a.entry().tunables().stream())
                        .collect(Collectors.toSet());
        assertThat(collective.tunables()).isEqualTo(read);
    }

    @Test
    void collectivesHaveTheirOwnNamesNumbersAndTags() {
        assertThat(Collective.ALL).extracting(Collective::label).doesNotHaveDuplicates();
        assertThat(Collective.ALL).extracting(Collective::id).doesNotHaveDuplicates();
        assertThat(Collective.ALL.stream().map(Collective::tag).collect(Collectors.toSet()))
                .hasSize(Collective.ALL.size())
                .doesNotContain(Collective.GATHERV_TAG, Collective.SCATTERV_TAG)
                .allMatch(tag -> tag < 0);
    }
}
