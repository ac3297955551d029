package org.strata.coll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.strata.coll.base.Choice;

class RulesTest {
    private final RuleFile reader = new RuleFile(4, 5);

    @ParameterizedTest
    @EnumSource(Collective.class)
    void builtInRulesCoverEverything(Collective collective) {
        Rules rules = reader.read(TunedComponent.builtInRules());
        for (int size = 2; size < 40; size++) {
            for (long bytes = 0; bytes < 1L << 40; bytes = 3 * bytes + 1) {
                int algorithm = rules.forSize(size).choose(collective, bytes).algorithm();
                assertThat(algorithm).isBetween(1, collective.algorithms().size());
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
        assertThat(rules.forSize(2).choose(Collective.BCAST, 1023)).isEqualTo(new Choice(6, 0, 5));
        assertThat(rules.forSize(7).choose(Collective.BCAST, 1024))
                .isEqualTo(new Choice(3, 4096, 5));
        assertThat(rules.forSize(8).choose(Collective.BCAST, 1024)).isEqualTo(new Choice(7, 0, 5));
        assertThat(rules.forSize(99).choose(Collective.BCAST, 1L << 40))
                .isEqualTo(new Choice(2, 0, 2));
        assertThat(rules.forSize(9).choose(Collective.SCAN, 1).algorithm()).isZero();
    }

    @Test
    void someoneElsesRowsReplaceThoseOfTheirCollectives() {
        Rules rules = reader.read("bcast 2 0 binomial\nscan 2 0 linear");
        Rules merged = rules.overriddenBy(reader.read("bcast 4 0 chain"));
        assertThat(merged.forSize(3).choose(Collective.BCAST, 0).algorithm()).isZero();
        assertThat(merged.forSize(4).choose(Collective.BCAST, 0).algorithm()).isEqualTo(2);
        assertThat(merged.forSize(4).choose(Collective.SCAN, 0).algorithm()).isEqualTo(1);
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
                .isEqualTo(new Choice(3, 8192, 5));
        assertThat(rules.forSize(32).choose(Collective.BCAST, 1)).isEqualTo(new Choice(7, 0, 8));
        assertThat(rules.forSize(2).choose(Collective.REDUCE, 1).algorithm()).isEqualTo(1);
        Rules second = reader.read("rule-file-version-2\n1\n3\n1\n2\n1\n0 2 0 0 16\n");
        assertThat(second.forSize(2).choose(Collective.ALLTOALL, 1).algorithm()).isEqualTo(2);
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
