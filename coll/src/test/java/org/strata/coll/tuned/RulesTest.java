package org.strata.coll.tuned;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.strata.coll.alltoall.AlltoallAlgorithm;
import org.strata.coll.base.Algorithm;
import org.strata.coll.base.AlgorithmChoice;
import org.strata.coll.base.AlgorithmSettings;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.reduce.ReduceAlgorithm;
import org.strata.coll.scan.ScanAlgorithm;

import java.util.List;

class RulesTest {
    private static <F> AlgorithmChoice<F> choice(Algorithm<F> algorithm, long segment, int fanout) {
        return new AlgorithmChoice<>(algorithm, new AlgorithmSettings(segment, fanout));
    }

    static List<Collective<?>> collectives() {
        return Collective.ALL;
    }

    @ParameterizedTest
    @MethodSource("collectives")
    void builtInRulesCoverEverything(Collective<?> collective) {
        Rules rules = TestRules.builtIn();
        for (int size = 2; size < 40; size++) {
            for (long bytes = 0; bytes < 1L << 40; bytes = 3 * bytes + 1) {
                AlgorithmChoice<?> choice = rules.choose(collective, size, bytes);
                assertThat(choice).isNotNull();
            }
        }
    }

    @Test
    void nearestSizeThenNearestBytesWin() {
        Rules rules =
                TestRules.READER.read(
                        """
                        # collective ranks bytes algorithm
                        bcast 2 0  binomial
                        bcast 2 1k pipeline segment=4k  # cut
                        bcast 8 2m chain fanout=2
                        bcast 8 0  knomial
                        """);
        assertThat(rules.choose(Collective.BCAST, 2, 1023))
                .isEqualTo(AlgorithmChoice.of(BcastAlgorithm.BINOMIAL));
        assertThat(rules.choose(Collective.BCAST, 7, 1024))
                .isEqualTo(choice(BcastAlgorithm.PIPELINE, 4096, 0));
        assertThat(rules.choose(Collective.BCAST, 8, 1024))
                .isEqualTo(choice(BcastAlgorithm.KNOMIAL, 0, 5));
        assertThat(rules.choose(Collective.BCAST, 99, 1L << 40))
                .isEqualTo(choice(BcastAlgorithm.CHAIN, 0, 2));
        assertThat(rules.choose(Collective.SCAN, 9, 1)).isNull();
    }

    /** So a line at the end of a file replaces one that is in it. */
    @Test
    void ofEqualSizesTheLaterRowWins() {
        Rules rules =
                TestRules.READER.read(
                        """
                        bcast 2 1k pipeline
                        bcast 2 0  binomial
                        bcast 2 1k knomial
                        bcast 2 0  basic_linear
                        """);
        assertThat(rules.choose(Collective.BCAST, 2, 0))
                .isEqualTo(AlgorithmChoice.of(BcastAlgorithm.BASIC_LINEAR));
        assertThat(rules.choose(Collective.BCAST, 2, 1024))
                .isEqualTo(choice(BcastAlgorithm.KNOMIAL, 0, 5));
    }

    @Test
    void ofTwoRowsForTheSameSizesTheLaterOneCounts() {
        Rules rules =
                TestRules.READER.read("bcast 2 0 binomial\nbcast 2 0 chain\nbcast 2 0 binary");
        assertThat(rules.choose(Collective.BCAST, 2, 0).algorithm())
                .isEqualTo(BcastAlgorithm.BINARY);
    }

    @Test
    void whatTheUserLeavesOpenIsLeftToTheBuiltInRules() {
        Rules rules = TestRules.READER.read("bcast 2 0 binomial\nscan 2 0 linear");
        Rules merged = TestRules.READER.read("bcast 4 0 chain").otherwise(rules);
        assertThat(merged.choose(Collective.BCAST, 3, 0))
                .isEqualTo(AlgorithmChoice.of(BcastAlgorithm.BINOMIAL));
        assertThat(merged.choose(Collective.BCAST, 4, 0))
                .isEqualTo(choice(BcastAlgorithm.CHAIN, 0, 4));
        assertThat(merged.choose(Collective.SCAN, 4, 0))
                .isEqualTo(AlgorithmChoice.of(ScanAlgorithm.LINEAR));
    }

    @Test
    void openMpisNumbersAreUnderstood() {
        String numbers =
                """
                2          # collectives
                7          # bcast
                2          # communicator sizes
                4          # size 4
                2          # message sizes
                0 6 0 0    # binomial
                65536 3 0 8192
                16 1
                0 7 8 0
                11 1 2 1 0 1 0 0
                """;
        Rules rules = TestRules.READER.read(numbers);
        assertThat(rules.choose(Collective.BCAST, 4, 70_000))
                .isEqualTo(choice(BcastAlgorithm.PIPELINE, 8192, 0));
        assertThat(rules.choose(Collective.BCAST, 32, 1))
                .isEqualTo(choice(BcastAlgorithm.KNOMIAL, 0, 8));
        assertThat(rules.choose(Collective.REDUCE, 2, 1))
                .isEqualTo(AlgorithmChoice.of(ReduceAlgorithm.LINEAR));
        Rules open =
                TestRules.READER
                        .read("1 7 1 2 2 0 6 0 0 1000 0 0 0")
                        .otherwise(TestRules.READER.read("bcast 2 0 chain"));
        assertThat(open.choose(Collective.BCAST, 2, 999))
                .isEqualTo(AlgorithmChoice.of(BcastAlgorithm.BINOMIAL));
        assertThat(open.choose(Collective.BCAST, 2, 1000))
                .isEqualTo(choice(BcastAlgorithm.CHAIN, 0, 4));
        Rules second = TestRules.READER.read("rule-file-version-2\n1\n3\n1\n2\n1\n0 2 0 0 16\n");
        assertThat(second.choose(Collective.ALLTOALL, 2, 1))
                .isEqualTo(AlgorithmChoice.of(AlltoallAlgorithm.PAIRWISE));
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> TestRules.READER.read("bcast 2 0 binomial\nbcst 2 0 ring"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("bcst");
        assertThatThrownBy(() -> TestRules.READER.read("barrier 2 0 best"))
                .hasMessageContaining("double_ring");
        assertThatThrownBy(() -> TestRules.READER.read("bcast 2 0 chain width=3"))
                .hasMessageContaining("width=3");
        assertThatThrownBy(() -> TestRules.READER.read("bcast 2 0")).hasMessageContaining("needed");
        assertThatThrownBy(() -> TestRules.READER.read("1 7 1 2 1 0 six"))
                .hasMessageContaining("six");
        assertThatThrownBy(() -> TestRules.READER.read("1 7 1 2 1 0"))
                .hasMessageContaining("too early");
    }

    /** The second version has one more number in each row, which has no meaning here. */
    @Test
    void theSecondVersionHasOneMoreNumber() {
        String numbers =
                """
                # a comment before it
                rule-file-version-2
                2
                7 1 4 2
                0 6 0 0 99
                65536 3 0 8192 99
                99 1 2 1 0 1 0 0 99
                """;
        Rules rules = TestRules.READER.read(numbers);
        assertThat(rules.choose(Collective.BCAST, 4, 0))
                .isEqualTo(AlgorithmChoice.of(BcastAlgorithm.BINOMIAL));
        assertThat(rules.choose(Collective.BCAST, 4, 65_536))
                .isEqualTo(choice(BcastAlgorithm.PIPELINE, 8192, 0));
        assertThat(rules.choose(Collective.BCAST, 3, 0)).as("a smaller communicator").isNull();
    }

    /** A setting without a value is a mistake in its line, and not the end of the rank. */
    @Test
    void settingsNeedValues() {
        for (String setting : new String[] {"segment", "fanout", "segment=", "fanout=two"}) {
            assertThatThrownBy(() -> TestRules.READER.read("\nbcast 2 0 chain " + setting))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("line 2");
        }
        assertThat(
                        TestRules.READER
                                .read("bcast 2 0 chain segment=2k fanout=3")
                                .choose(Collective.BCAST, 2, 0))
                .isEqualTo(choice(BcastAlgorithm.CHAIN, 2048, 3));
    }
}
