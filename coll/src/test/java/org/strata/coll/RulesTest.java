package org.strata.coll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.coll.alltoall.AlltoallAlgorithm;
import org.strata.coll.base.Algorithm;
import org.strata.coll.base.Choice;
import org.strata.coll.bcast.BcastAlgorithm;
import org.strata.coll.reduce.ReduceAlgorithm;
import org.strata.coll.scan.ScanAlgorithm;

class RulesTest {
    private final RuleFile reader = new RuleFile(4, 5);

    @ParameterizedTest
    @EnumSource(Collective.class)
    void builtInRulesCoverEverything(Collective collective) {
        Rules rules = reader.read(TunedComponent.builtInRules());
        for (int size = 2; size < 40; size++) {
            for (long bytes = 0; bytes < 1L << 40; bytes = 3 * bytes + 1) {
                Algorithm algorithm = rules.forSize(size).choose(collective, bytes).algorithm();
                assertThat(collective.algorithms()).contains(algorithm);
            }
        }
    }

    @Test
    void nearestSizeThenNearestBytesWin() {
        Rules rules =
                reader.read(
                        """
                        # collective ranks bytes algorithm
                        bcast 2 0  binomial
                        bcast 2 1k pipeline segment=4k  # cut
                        bcast 8 2m chain fanout=2
                        bcast 8 0  knomial
                        """);
        assertThat(rules.forSize(2).choose(Collective.BCAST, 1023))
                .isEqualTo(Choice.of(BcastAlgorithm.BINOMIAL));
        assertThat(rules.forSize(7).choose(Collective.BCAST, 1024))
                .isEqualTo(new Choice(BcastAlgorithm.PIPELINE, 4096, 0));
        assertThat(rules.forSize(8).choose(Collective.BCAST, 1024))
                .isEqualTo(new Choice(BcastAlgorithm.KNOMIAL, 0, 5));
        assertThat(rules.forSize(99).choose(Collective.BCAST, 1L << 40))
                .isEqualTo(new Choice(BcastAlgorithm.CHAIN, 0, 2));
        assertThat(rules.forSize(9).choose(Collective.SCAN, 1)).isNull();
    }

    @Test
    void whatTheUserLeavesOpenIsLeftToTheBuiltInRules() {
        Rules rules = reader.read("bcast 2 0 binomial\nscan 2 0 linear");
        Rules merged = reader.read("bcast 4 0 chain").otherwise(rules);
        assertThat(merged.forSize(3).choose(Collective.BCAST, 0))
                .isEqualTo(Choice.of(BcastAlgorithm.BINOMIAL));
        assertThat(merged.forSize(4).choose(Collective.BCAST, 0))
                .isEqualTo(new Choice(BcastAlgorithm.CHAIN, 0, 4));
        assertThat(merged.forSize(4).choose(Collective.SCAN, 0))
                .isEqualTo(Choice.of(ScanAlgorithm.LINEAR));
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
        Rules rules = reader.read(numbers);
        assertThat(rules.forSize(4).choose(Collective.BCAST, 70_000))
                .isEqualTo(new Choice(BcastAlgorithm.PIPELINE, 8192, 0));
        assertThat(rules.forSize(32).choose(Collective.BCAST, 1))
                .isEqualTo(new Choice(BcastAlgorithm.KNOMIAL, 0, 8));
        assertThat(rules.forSize(2).choose(Collective.REDUCE, 1))
                .isEqualTo(Choice.of(ReduceAlgorithm.LINEAR));
        Rules open =
                reader.read("1 7 1 2 2 0 6 0 0 1000 0 0 0")
                        .otherwise(reader.read("bcast 2 0 chain"));
        assertThat(open.forSize(2).choose(Collective.BCAST, 999))
                .isEqualTo(Choice.of(BcastAlgorithm.BINOMIAL));
        assertThat(open.forSize(2).choose(Collective.BCAST, 1000))
                .isEqualTo(new Choice(BcastAlgorithm.CHAIN, 0, 4));
        Rules second = reader.read("rule-file-version-2\n1\n3\n1\n2\n1\n0 2 0 0 16\n");
        assertThat(second.forSize(2).choose(Collective.ALLTOALL, 1))
                .isEqualTo(Choice.of(AlltoallAlgorithm.PAIRWISE));
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> reader.read("bcast 2 0 binomial\nbcst 2 0 ring"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("bcst");
        assertThatThrownBy(() -> reader.read("barrier 2 0 best"))
                .hasMessageContaining("double_ring");
        assertThatThrownBy(() -> reader.read("bcast 2 0 chain width=3"))
                .hasMessageContaining("width=3");
        assertThatThrownBy(() -> reader.read("bcast 2 0")).hasMessageContaining("needed");
        assertThatThrownBy(() -> reader.read("1 7 1 2 1 0 six")).hasMessageContaining("six");
        assertThatThrownBy(() -> reader.read("1 7 1 2 1 0")).hasMessageContaining("too early");
    }
}
