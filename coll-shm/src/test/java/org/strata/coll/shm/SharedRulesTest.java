package org.strata.coll.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SharedRulesTest {
    @Test
    void theNearestRowDecides() {
        SharedRules rules =
                SharedRules.parse(
                        """
                        # a comment
                        bcast 2 0 cells
                        bcast 2 4k direct   # another
                        bcast 4 1k next
                        """);
        assertThat(rules.table(3).way(SharedKind.BCAST, 4095)).isEqualTo(SharedWay.CELLS);
        assertThat(rules.table(3).way(SharedKind.BCAST, 4096)).isEqualTo(SharedWay.DIRECT);
        assertThat(rules.table(4).way(SharedKind.BCAST, 1023)).isEqualTo(SharedWay.NEXT);
        assertThat(rules.table(9).way(SharedKind.BCAST, 1 << 20)).isEqualTo(SharedWay.NEXT);
    }

    @Test
    void whatNoRowCoversIsLeftToTheNextComponent() {
        SharedTable table = SharedRules.parse("reduce 3 8 cells").table(2);
        for (SharedKind kind : SharedKind.values()) {
            assertThat(table.way(kind, 8)).isEqualTo(SharedWay.NEXT);
        }
    }

    @Test
    void usersRulesReplaceThoseOfTheCollectivesTheyName() {
        SharedRules rules = SharedRules.parse("barrier 2 0 next").otherwise(SharedRules.builtIn());
        SharedTable table = rules.table(4);
        assertThat(table.way(SharedKind.BARRIER, 0)).isEqualTo(SharedWay.NEXT);
        assertThat(table.way(SharedKind.BCAST, 8)).isEqualTo(SharedWay.CELLS);
    }

    @Test
    void theBuiltInRulesCoverEveryCollective() {
        for (int ranks = 2; ranks <= 16; ranks++) {
            SharedTable table = SharedRules.builtIn().table(ranks);
            for (SharedKind kind : SharedKind.values()) {
                assertThat(table.way(kind, 8)).isEqualTo(SharedWay.CELLS);
            }
        }
    }

    @Test
    void mistakesAreNamedWithTheirLine() {
        assertThatThrownBy(() -> SharedRules.parse("\nbcast 2 0 fast"))
                .hasMessageContaining("line 2")
                .hasMessageContaining("unknown way fast");
        assertThatThrownBy(() -> SharedRules.parse("gatherv 2 0 cells"))
                .hasMessageContaining("unknown collective gatherv");
        assertThatThrownBy(() -> SharedRules.parse("bcast 2 cells"))
                .hasMessageContaining("are needed");
        assertThatThrownBy(() -> SharedRules.parse("bcast two 0 cells"))
                .hasMessageContaining("line 1");
    }

    @Test
    void linesSayWhatIsInForce() {
        SharedTable table = SharedRules.parse("bcast 2 0 cells\nbcast 2 1k direct").table(2);
        assertThat(table.line(SharedKind.BCAST)).isEqualTo("bcast: cells, direct from 1024");
        assertThat(table.line(SharedKind.REDUCE)).isEqualTo("reduce: next");
    }

    /** Rows in any order, the later one of two for one length. */
    @Test
    void rowsAreSortedByLength() {
        String rows = "bcast 2 4k direct\nbcast 2 1k slices\nbcast 2 1k cells\nbcast 2 2k slices";
        SharedTable table = SharedRules.parse(rows).table(2);
        assertThat(table.way(SharedKind.BCAST, 1023)).isEqualTo(SharedWay.NEXT);
        assertThat(table.way(SharedKind.BCAST, 1024)).isEqualTo(SharedWay.CELLS);
        assertThat(table.way(SharedKind.BCAST, 2048)).isEqualTo(SharedWay.SLICES);
        assertThat(table.way(SharedKind.BCAST, 4096)).isEqualTo(SharedWay.DIRECT);
    }
}
